-- _list_limit: in how many rows a word may stand and still have them listed.
-- Beyond, it picks nobody out: search by words starts from rarer ones, and 500 rows of these lose nothing.
create or replace function knowledge._list_limit()
returns integer
language sql
immutable
as $$
    select 500
$$;
