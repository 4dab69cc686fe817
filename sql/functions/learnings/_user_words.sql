-- _user_words: the user's words in a learning that quotes them, as text/user_words does: so the evidence of its run
-- has them. Null of any other learning.
create or replace function knowledge._user_words(learning text)
returns text
language sql
immutable
as $$
    select case when starts_with(learning, 'The user: “') then rtrim(split_part(
        split_part(substr(learning, length('The user: “') + 1), '” (in answer to: “', 1), '” (about: “', 1
    ), '”') end
$$;
