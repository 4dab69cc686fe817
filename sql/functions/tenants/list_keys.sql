-- list_keys: the tenant's keys, newest first, by hash and label; a key itself cannot be shown again.
-- revoked_at is null for those that still work.
create or replace function knowledge.list_keys(tenant_id uuid)
returns table (key_hash text, role text, label text, created_at timestamptz, revoked_at timestamptz)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_keys.tenant_id);
    return query
        select a.key_hash, a.role, a.label, a.created_at, a.revoked_at from api_keys as a
        where a.tenant_id = list_keys.tenant_id order by a.created_at desc, a.key_hash;
end $$;
