-- served_learnings: the texts (of learnings and chunks) handed to a run, so that none is learned back from its log.
-- The order means nothing.
create or replace function knowledge.served_learnings(tenant_id uuid, run_id text)
returns table (id uuid, learning text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(served_learnings.tenant_id);
    return query
        select k.id, k.learning from served as s
        join knowledge as k on k.tenant_id = s.tenant_id and k.id = s.id
        where s.tenant_id = served_learnings.tenant_id and s.run_id = served_learnings.run_id
        union
        select e.id, e.chunk_text from served as s
        join knowledge_embeddings as e on e.tenant_id = s.tenant_id and e.id = s.id
        where s.tenant_id = served_learnings.tenant_id and s.run_id = served_learnings.run_id;
end $$;
