-- embed_learnings: gives learnings their vectors of another model, {"id", "embedding"} each, beside the one in the row.
-- A learning that is gone, or has the vector, is passed over.
create or replace function knowledge.embed_learnings(tenant_id uuid, model text, embeddings jsonb)
returns table (embedded integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(embed_learnings.tenant_id);
    insert into learning_embeddings (tenant_id, model, id, embedding)
    select k.tenant_id, embed_learnings.model, k.id, (g.value ->> 'embedding')::vector(384)
    from jsonb_array_elements(embed_learnings.embeddings) as g
    join knowledge as k on k.tenant_id = embed_learnings.tenant_id and k.id = (g.value ->> 'id')::uuid
    where k.model <> embed_learnings.model
    on conflict (tenant_id, model, id) do nothing;
    get diagnostics embedded = row_count;
    return next;
end $$;
