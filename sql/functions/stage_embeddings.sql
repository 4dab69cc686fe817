-- stage_embeddings: keeps embeddings of texts, {"text_hash", "embedding"} each, until replace_chunks takes them.
-- So a killed indexing of a large file goes on where it was.
create or replace function knowledge.stage_embeddings(tenant_id uuid, model text, embeddings jsonb)
returns table (staged integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(stage_embeddings.tenant_id);
    insert into staged_embeddings (tenant_id, model, text_hash, embedding)
    select stage_embeddings.tenant_id, stage_embeddings.model, g.value ->> 'text_hash', (g.value ->> 'embedding')::vector(384)
    from jsonb_array_elements(stage_embeddings.embeddings) as g
    on conflict (tenant_id, model, text_hash) do nothing;
    get diagnostics staged = row_count;
    return next;
end $$;
