-- _learning_hash: equal for two learnings that differ in letter case, white space or final punctuation alone.
-- Identifiers keep their case apart through "distinctions", not through this hash.
create or replace function knowledge._learning_hash(learning text, distinctions text[])
returns text
language sql
immutable
as $$
    select encode(sha256(convert_to(
        rtrim(lower(regexp_replace(btrim(_learning_hash.learning), '\s+', ' ', 'g')), ' .!')
        || chr(31) || array_to_string(_learning_hash.distinctions, chr(31)), 'UTF8')), 'hex')
$$;
