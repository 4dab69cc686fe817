-- _reported_lately: how many sayings of users the logs of a key brought within 24 hours; what is known by another's
-- log already is not among them.
create or replace function knowledge._reported_lately(tenant_id uuid, by_key text)
returns bigint
language sql
stable
as $$
    select count(*) from knowledge as k
    join taught as t on t.tenant_id = k.tenant_id and t.id = k.id and t.run_id = k.run_id
    where k.tenant_id = _reported_lately.tenant_id and k.standing and k.reported
        and k.created_at > now() - interval '1 day' and t.taught_by = by_key
$$;
