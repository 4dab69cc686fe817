-- set_tier: moves a tenant to another tier; what it holds stays, even over a lower limit.
-- Raises PT404 where there is no such tenant.
create or replace function knowledge.set_tier(tenant_id uuid, tier text)
returns table (name text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(set_tier.tenant_id);
    return query
        update tenants as t set tier = set_tier.tier
        where t.tenant_id = set_tier.tenant_id
        returning t.name;
    if not found then
        raise exception 'There is no such tenant; list them first.' using errcode = 'PT404';
    end if;
exception
    when check_violation then
        raise exception 'There is no such plan; send free, pro or team.' using errcode = 'PT422';
end $$;
