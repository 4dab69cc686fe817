-- revoke_key: from now on the key opens nothing; revoking it again changes nothing.
-- Raises PT404 where the tenant has no such key.
create or replace function knowledge.revoke_key(tenant_id uuid, key_hash text)
returns table (revoked_at timestamptz)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(revoke_key.tenant_id);
    return query
        update api_keys as a set revoked_at = coalesce(a.revoked_at, now())
        where a.tenant_id = revoke_key.tenant_id and a.key_hash = revoke_key.key_hash
        returning a.revoked_at;
    if not found then
        raise exception 'The tenant has no such key; list its keys first.' using errcode = 'PT404';
    end if;
end $$;
