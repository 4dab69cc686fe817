-- create_tenant: a new tenant under the id that the caller chose.
-- Raises PT409 where the name is taken, PT422 where there is none.
create or replace function knowledge.create_tenant(tenant_id uuid, name text, tier text)
returns table (created_at timestamptz)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(create_tenant.tenant_id);
    return query
        insert into tenants as t (tenant_id, name, tier)
        values (create_tenant.tenant_id, create_tenant.name, create_tenant.tier)
        returning t.created_at;
    insert into holdings (tenant_id) values (create_tenant.tenant_id);
exception
    when unique_violation then
        raise exception 'A tenant named "%" exists already; choose another name.', create_tenant.name using errcode = 'PT409';
    when check_violation then
        raise exception 'A tenant has a name of 1 to 200 characters and a plan; send free, pro or team.' using errcode = 'PT422';
end $$;
