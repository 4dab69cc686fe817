-- _act_as: opens row-level security for one tenant until the transaction ends.
-- Every tenant's function calls it first; without it the function sees no row at all.
create or replace function knowledge._act_as(tenant_id uuid)
returns void
language plpgsql
as $$
begin
    if _act_as.tenant_id is null then
        raise exception '`tenant_id` is null; send the tenant''s id.' using errcode = 'PT400';
    end if;
    perform set_config('knowledge.tenant_id', _act_as.tenant_id::text, true);
end $$;
