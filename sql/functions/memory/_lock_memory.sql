-- _lock_memory: lets one writer at a time into a user's memory, until its transaction ends; the version that it finds,
-- null where there is nothing. A lock of its own, since a user of whom nothing is remembered has no row to lock.
create or replace function knowledge._lock_memory(tenant_id uuid, user_id text)
returns bigint
language plpgsql
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended(_lock_memory.tenant_id || ':' || _lock_memory.user_id, 0));
    return (
        select u.version from user_knowledge as u
        where u.tenant_id = _lock_memory.tenant_id and u.user_id = _lock_memory.user_id
    );
end $$;
