-- _is_about: whether a name is what a learning is about: it stands at its beginning, two words at most before it, and a
-- verb behind it, or where it is and then the verb. Who holds something ("by anna", whatever the words) is its value.
create or replace function knowledge._is_about(learning text, name text)
returns boolean
language sql
immutable
as $$
    select case when strpos(learning, name) = 0 then false
        when name ~ '^\d' then _numbers_one(p.before, name, p.behind)
        else coalesce(
            name ~ '^(-{0,2}|/)[^\W\d]' and name <> 'not'
            and p.before ~ '^[^\w]*(\w+ ){0,2}[^\w]?$'
            and p.behind ~ (
                '^[^\w]?( (in|of|at|on|from|for|with|under) ((the|our|an?|der|die|das|den|dem|des|la|le|el) \w+|\w+ \d+))?'
                || ' (\w+s|must|can|may|will|should|are|have|was|were)\M'
            ), false
        ) end
    from (
        select left(learning, strpos(learning, name) - 1) as before, substr(learning, strpos(learning, name) + length(name)) as behind
    ) as p
$$;
