-- replace_memory: from now on the user's memory has these entries and no others; one that is there stays as it is.
-- "expected" is the version that they replace, null for any. Raises PT412 where another was written meanwhile, PT403
-- where an agent (by_user is false) leaves out what the user said; what it adds is an agent's.
create or replace function knowledge.replace_memory(
    tenant_id uuid, user_id text, items jsonb, by_user boolean, expected bigint default null
)
returns table (version bigint, updated_at timestamptz, entries jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _version bigint;
    _items_by_id jsonb;
    _item jsonb;
begin
    perform _act_as(replace_memory.tenant_id);
    _version := _lock_memory(replace_memory.tenant_id, replace_memory.user_id);
    if replace_memory.expected <> coalesce(_version, 0) then
        raise exception 'The memory is at version %, not %; read it again and re-apply the change.',
            coalesce(_version, 0), replace_memory.expected using errcode = 'PT412';
    end if;

    -- By what it says: id → the item that it stands for.
    select coalesce(jsonb_object_agg(e.id, i.value), '{}') into _items_by_id
    from user_knowledge_entries as e
    inner join jsonb_array_elements(items) as i
        on i.value ->> 'content' = e.content and i.value ->> 'category' = e.category
            and (i.value ->> 'source' = e.source or not by_user)
    where e.tenant_id = replace_memory.tenant_id and e.user_id = replace_memory.user_id and e.removed_in is null;

    if not by_user and exists (
        select from user_knowledge_entries as e
        where e.tenant_id = replace_memory.tenant_id and e.user_id = replace_memory.user_id and e.removed_in is null
            and e.source = 'user' and not _items_by_id ? e.id
    ) then
        raise exception 'What the user said is removed by the user''s own word alone; keep these entries, or use an admin key.'
            using errcode = 'PT403';
    end if;

    _version := _next_memory_version(replace_memory.tenant_id, replace_memory.user_id);
    perform _remove_memory_entries(replace_memory.tenant_id, replace_memory.user_id, _version, array(
        select e.id from user_knowledge_entries as e
        where e.tenant_id = replace_memory.tenant_id and e.user_id = replace_memory.user_id and not _items_by_id ? e.id
    ));
    for _item in select i.value from jsonb_array_elements(items) as i loop
        if not exists (select from jsonb_each(_items_by_id) as k where k.value = _item) then
            perform _add_memory_entry(
                replace_memory.tenant_id, replace_memory.user_id, _version,
                _item || case when by_user then '{}' else '{"source": "agent"}'::jsonb end
            );
        end if;
    end loop;
    return query select * from read_memory(replace_memory.tenant_id, replace_memory.user_id);
end $$;
