-- condense_memory: puts "items" in the place of the entries "removed", as somebody decided who had read "of_version".
-- Whatever was saved meanwhile stays. Raises PT409 where one of "removed" is gone by now: then somebody else was first.
create or replace function knowledge.condense_memory(
    tenant_id uuid, user_id text, of_version bigint, removed text[], items jsonb
)
returns table (version bigint, updated_at timestamptz, entries jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _version bigint;
begin
    perform _act_as(condense_memory.tenant_id);
    _version := _lock_memory(condense_memory.tenant_id, condense_memory.user_id);
    if coalesce(_version, 0) < of_version or cardinality(removed) <> (
        select count(*) from user_knowledge_entries as e
        where e.tenant_id = condense_memory.tenant_id and e.user_id = condense_memory.user_id
            and e.removed_in is null and e.added_in <= of_version and e.id = any (removed)
    ) then
        raise exception 'The memory changed since version % was read; read it again and condense that.', of_version
            using errcode = 'PT409';
    end if;

    _version := _next_memory_version(condense_memory.tenant_id, condense_memory.user_id);
    perform _remove_memory_entries(condense_memory.tenant_id, condense_memory.user_id, _version, removed);
    perform _add_memory_entry(condense_memory.tenant_id, condense_memory.user_id, _version, i.value)
    from jsonb_array_elements(items) as i;
    return query select * from read_memory(condense_memory.tenant_id, condense_memory.user_id);
end $$;
