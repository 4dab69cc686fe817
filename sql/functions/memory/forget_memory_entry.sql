-- forget_memory_entry: one entry is gone, from every version; what is remembered without it.
-- Raises PT404 where there is no such entry, PT403 where an agent (by_user is false) would forget what the user said.
create or replace function knowledge.forget_memory_entry(tenant_id uuid, user_id text, id text, by_user boolean)
returns table (version bigint, updated_at timestamptz, entries jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _source text;
begin
    perform _act_as(forget_memory_entry.tenant_id);
    perform _lock_memory(forget_memory_entry.tenant_id, forget_memory_entry.user_id);
    select e.source into _source from user_knowledge_entries as e
    where e.tenant_id = forget_memory_entry.tenant_id and e.user_id = forget_memory_entry.user_id
        and e.id = forget_memory_entry.id and e.removed_in is null;
    if not found then
        raise exception 'There is no entry "%" here; read the memory first.', forget_memory_entry.id
            using errcode = 'PT404';
    elsif _source = 'user' and not by_user then
        raise exception 'What the user said is removed by the user''s own word alone; use an admin key.'
            using errcode = 'PT403';
    end if;

    perform _next_memory_version(forget_memory_entry.tenant_id, forget_memory_entry.user_id);
    delete from user_knowledge_entries as e
    where e.tenant_id = forget_memory_entry.tenant_id and e.user_id = forget_memory_entry.user_id
        and e.id = forget_memory_entry.id;
    return query select * from read_memory(forget_memory_entry.tenant_id, forget_memory_entry.user_id);
end $$;
