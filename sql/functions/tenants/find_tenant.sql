-- find_tenant: the tenant of that name or id, in one row; no row where there is none. Nothing is counted.
-- Crosses tenants: it is for the operator's own tools, and no HTTP function calls it.
create or replace function knowledge.find_tenant(wanted text)
returns table (tenant_id uuid, name text, tier text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform set_config('knowledge.operator', 'on', true);
    return query
        select t.tenant_id, t.name, t.tier from tenants as t
        where t.name = find_tenant.wanted or t.tenant_id::text = lower(find_tenant.wanted)
        order by (t.tenant_id::text = lower(find_tenant.wanted)) desc
        limit 1;
    perform set_config('knowledge.operator', '', true);
end $$;
