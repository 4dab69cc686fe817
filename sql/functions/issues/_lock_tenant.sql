-- _lock_tenant: takes the tenant's row, the lock of whatever may add a learning or a pattern.
-- Raises PT404 where there is no such tenant.
create or replace function knowledge._lock_tenant(tenant_id uuid)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
    perform from tenants as t where t.tenant_id = _lock_tenant.tenant_id for no key update;
    if not found then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    end if;
end $$;
