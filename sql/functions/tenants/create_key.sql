-- create_key: lets the key with this SHA-256 act for the tenant in the given role.
-- Raises PT404 where there is no such tenant.
create or replace function knowledge.create_key(tenant_id uuid, key_hash text, role text, label text default '')
returns table (created_at timestamptz)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(create_key.tenant_id);
    return query
        insert into api_keys as a (tenant_id, key_hash, role, label)
        values (create_key.tenant_id, create_key.key_hash, create_key.role, create_key.label)
        returning a.created_at;
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    when check_violation then
        raise exception 'There is no such role; send reader, agent or admin.' using errcode = 'PT422';
end $$;
