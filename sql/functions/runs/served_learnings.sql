-- served_learnings: the texts (of learnings, chunks and a user's memory) handed to a run, so that none is learned back
-- from its log. "private" are those of a memory. The order means nothing.
create or replace function knowledge.served_learnings(tenant_id uuid, run_id text)
returns table (id uuid, learning text, private boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(served_learnings.tenant_id);
    return query
        select k.id, k.learning, false from served as s
        join knowledge as k on k.tenant_id = s.tenant_id and k.id = s.id
        where s.tenant_id = served_learnings.tenant_id and s.run_id = served_learnings.run_id
        union
        select e.id, e.chunk_text, false from served as s
        join knowledge_embeddings as e on e.tenant_id = s.tenant_id and e.id = s.id
        where s.tenant_id = served_learnings.tenant_id and s.run_id = served_learnings.run_id
        union
        select s.id, m.content, true from served as s
        join user_knowledge_entries as m on m.tenant_id = s.tenant_id and md5(m.id)::uuid = s.id
        where s.tenant_id = served_learnings.tenant_id and s.run_id = served_learnings.run_id;
end $$;
