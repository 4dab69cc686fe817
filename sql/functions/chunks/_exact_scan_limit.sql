-- _exact_scan_limit: up to how many chunks of a tenant a question reads all of them; above, it asks the index.
-- Where reading all takes twice as long as the index, which misses some (docs/benchmarks.md, "Chunk search").
create or replace function knowledge._exact_scan_limit()
returns integer
language sql
immutable
as $$
    select 10000
$$;
