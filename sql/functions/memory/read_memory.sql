-- read_memory: what is remembered of a user, in one row; no row where there is nothing.
-- The entries are in the order in which they were said.
create or replace function knowledge.read_memory(tenant_id uuid, user_id text)
returns table (version bigint, updated_at timestamptz, entries jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(read_memory.tenant_id);
    return query
        select
            u.version, u.updated_at,
            (
                select coalesce(jsonb_agg(_memory_entry(e) order by e.created_at, e.id), '[]')
                from user_knowledge_entries as e
                where e.tenant_id = u.tenant_id and e.user_id = u.user_id and e.removed_in is null
            )
        from user_knowledge as u
        where u.tenant_id = read_memory.tenant_id and u.user_id = read_memory.user_id;
end $$;
