-- _is_about: whether a name is what a learning is about: it stands at its beginning, two words at most before it, and a
-- verb behind it. Who holds something ("by anna", whatever the words) is its value. A number names the one of several
-- behind whose noun it stands ("Error E100 means", "PR 412 fixed"), where a verb with its object or "-ed" follows: not
-- what is counted ("Retry 3 times"), nor what may change its number ("Python 3.12 is required").
create or replace function knowledge._is_about(learning text, name text)
returns boolean
language sql
immutable
as $$
    select coalesce(
        name ~ '^-{0,2}[^\W\d]' and name <> 'not'
        and strpos(learning, name) > 0
        and left(learning, strpos(learning, name) - 1) ~ '^[^\w]*(\w+ ){0,2}[^\w]?$'
        and substr(learning, strpos(learning, name) + length(name))
        ~ '^[^\w]? (\w+s|must|can|may|will|should|are|have|was|were)\M', false
    ) or coalesce(
        name ~ '^\d'
        and strpos(learning, name) > 0
        and left(learning, strpos(learning, name) - 1) ~ '^[^\w]*(\w+ ){1,2}[[:alpha:]]?$'
        and substr(learning, strpos(learning, name) + length(name)) ~ '^ (?!(is|was|has) )(\w+s (the|that)|\w+ed)\M', false
    )
$$;
