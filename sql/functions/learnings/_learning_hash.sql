-- _learning_hash: equal for two learnings that differ in letter case, white space or final punctuation alone.
-- Identifiers keep their case apart through "distinctions", not through this hash. What the user's words answered only
-- tells where they come from (text/user_words.what_is_told).
create or replace function knowledge._learning_hash(learning text, distinctions text[])
returns text
language sql
immutable
as $$
    select encode(sha256(convert_to(
        rtrim(lower(regexp_replace(btrim(case
            when starts_with(_learning_hash.learning, 'The user: “') and position('” (in answer to: “' in _learning_hash.learning) > 0
                then split_part(_learning_hash.learning, '” (in answer to: “', 1) || '”'
            else _learning_hash.learning
        end), '\s+', ' ', 'g')), ' .!') || chr(31) || array_to_string(_learning_hash.distinctions, chr(31)), 'UTF8')), 'hex')
$$;
