-- _is_asked: whether a question asks for the other of two learnings by name: it has a word of it that the one lacks.
-- Who asks for port 8090 is told what was said of it, also where 8091 is said since.
create or replace function knowledge._is_asked(asked integer[], terms integer[], others integer[])
returns boolean
language sql
immutable
as $$
    select exists (select from unnest(others) as t (term) where t.term = any(asked) and t.term <> all(terms))
$$;
