-- _exact_scan_limit: up to how many chunks of a tenant a question reads all of them; above, it asks the index.
-- Where the two take the same time (docs/benchmarks.md, "Chunk search").
create or replace function knowledge._exact_scan_limit()
returns integer
language sql
immutable
as $$
    select 25000
$$;
