-- _remove_memory_entries: entries stand no longer from a version on that the caller opened; how many there were.
-- The versions before keep them, so that they can be restored.
create or replace function knowledge._remove_memory_entries(
    tenant_id uuid, user_id text, from_version bigint, ids text[]
)
returns bigint
language sql
as $$
    with removed as (
        update user_knowledge_entries as e
        set removed_in = from_version, removed_at = clock_timestamp()
        where e.tenant_id = _remove_memory_entries.tenant_id and e.user_id = _remove_memory_entries.user_id
            and e.removed_in is null and e.id = any (ids)
        returning e.id
    )
    select count(*) from removed
$$;
