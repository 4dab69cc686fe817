-- memory_usage: how often each entry of a user's memory was used, and when last; least used first.
-- It is beside the document, since using an entry is no change of it.
create or replace function knowledge.memory_usage(tenant_id uuid, user_id text)
returns table (id text, used integer, used_at timestamptz)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(memory_usage.tenant_id);
    return query
        select e.id, e.used, e.used_at from user_knowledge_entries as e
        where e.tenant_id = memory_usage.tenant_id and e.user_id = memory_usage.user_id and e.removed_in is null
        order by e.used, e.used_at, e.id;
end $$;
