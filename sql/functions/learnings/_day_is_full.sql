-- _day_is_full: whether a key taught a learning "daily" times within 24 hours already, by whatever runs.
-- By what was taught before the statement that asks: one more does not count then. Never without a key or a limit.
create or replace function knowledge._day_is_full(tenant_id uuid, id uuid, by_key text, daily integer)
returns boolean
language sql
stable
as $$
    select by_key is not null and daily is not null and daily <= (
        select count(*) from knowledge.taught as t
        where t.tenant_id = _day_is_full.tenant_id and t.id = _day_is_full.id and t.taught_by = by_key
            and t.taught_at > now() - interval '1 day'
    )
$$;
