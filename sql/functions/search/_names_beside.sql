-- _names_beside: whether a learning has, beside what a mark tells, a name with a dash that another has not: who says of
-- redis-a what the other says of redis-b, and another number, speaks of two things.
create or replace function knowledge._names_beside(learning text, other text, mark text)
returns boolean
language sql
immutable
as $$
    select exists (
        select from regexp_matches(learning, '\w+(?:\.\w+)*(?:-\w+(?:\.\w+)*)+', 'g') as m (name)
        where strpos(other, m.name[1]) = 0 and strpos(m.name[1], mark) = 0 and strpos(mark, m.name[1]) = 0
    )
$$;
