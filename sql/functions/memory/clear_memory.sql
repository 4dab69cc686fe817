-- clear_memory: nothing is remembered of the user any more, in no version; how many entries there were.
-- What stays is a number without a name (tenants.memory_floor), so that versions go on rising.
create or replace function knowledge.clear_memory(tenant_id uuid, user_id text)
returns table (cleared integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _version bigint;
begin
    perform _act_as(clear_memory.tenant_id);
    _version := _lock_memory(clear_memory.tenant_id, clear_memory.user_id);
    cleared := (
        select count(*) from user_knowledge_entries as e
        where e.tenant_id = clear_memory.tenant_id and e.user_id = clear_memory.user_id and e.removed_in is null
    );
    delete from user_knowledge as u
    where u.tenant_id = clear_memory.tenant_id and u.user_id = clear_memory.user_id;
    update tenants as t set memory_floor = greatest(t.memory_floor, _version)
    where t.tenant_id = clear_memory.tenant_id and _version is not null;
    return next;
end $$;
