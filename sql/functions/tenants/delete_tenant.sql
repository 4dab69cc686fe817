-- delete_tenant: a tenant is gone with its keys and every row; a row a table with how many went.
-- No row where there is no such tenant. What lies in the bucket and the cache goes before, so that it can be repeated.
create or replace function knowledge.delete_tenant(tenant_id uuid)
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(delete_tenant.tenant_id);
    perform from tenants as t where t.tenant_id = delete_tenant.tenant_id for update;
    if not found then
        return;
    end if;
    return query select l.name, l.rows from list_tables(delete_tenant.tenant_id) as l where l.rows > 0;
    delete from tenants as t where t.tenant_id = delete_tenant.tenant_id;
end $$;
