-- _exact_scan_limit: up to how many rows of a tenant a question reads all of them; above, it asks the indexes first.
-- Where both take as long (docs/benchmarks.md, "Search").
create or replace function knowledge._exact_scan_limit()
returns integer
language sql
immutable
as $$
    select 1000
$$;
