-- spend: counts bytes and tokens that a key uses beside its request, before they are worked on.
-- One row: which limit that is over and after how many seconds it may be repeated, both null within all limits.
create or replace function knowledge.spend(tenant_id uuid, key text, bytes bigint default 0, tokens bigint default 0)
returns table (exceeded text, retry_after integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(spend.tenant_id);
    return query
        select u.exceeded, u.retry_after from tenants as t
        cross join lateral _use(t.tenant_id, spend.key, t.tier, 0, spend.bytes, spend.tokens) as u
        where t.tenant_id = spend.tenant_id;
end $$;
