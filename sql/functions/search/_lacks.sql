-- _lacks: how many words of another a learning does not have.
-- As the numbers by which search knows words, stop words left out.
create or replace function knowledge._lacks(terms integer[], others integer[])
returns bigint
language sql
immutable
as $$
    select count(*) from unnest(others) as t (term) where t.term <> all(terms)
$$;
