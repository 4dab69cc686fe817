-- _is_about: whether a name is what a learning is about: it stands at its beginning, two words at most before it, and a
-- verb behind it. Numbers name nothing, and who holds something ("by anna", whatever the words) is its value.
create or replace function knowledge._is_about(learning text, name text)
returns boolean
language sql
immutable
as $$
    select coalesce(
        name ~ '^[^\W\d]' and name <> 'not'
        and strpos(learning, name) > 0
        and left(learning, strpos(learning, name) - 1) ~ '^[^\w]*(\w+ ){0,2}[^\w]?$'
        and substr(learning, strpos(learning, name) + length(name))
        ~ '^[^\w]? (\w+s|must|can|may|will|should|are|have|was|were)\M', false
    )
$$;
