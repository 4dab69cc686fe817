-- _searched_tags: the tags of a chunk by whose words it is found, too: all, but none of a run's evidence. Those tell of
-- the run (its agent's type, how it ended), and not what was said in it.
create or replace function knowledge._searched_tags(tags text[])
returns text[]
language sql
immutable
as $$
    select case when tags @> '{evidence}' then '{}' else tags end
$$;
