-- known_chunks: which of these texts, by hash, have an embedding of the model already, staged or not.
-- A row a text: ask for at most 1,000 at once.
create or replace function knowledge.known_chunks(tenant_id uuid, model text, text_hashes text[])
returns table (text_hash text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(known_chunks.tenant_id);
    return query
        select h.text_hash
        from unnest(known_chunks.text_hashes) as h (text_hash)
        where exists (
            select from knowledge_embeddings as e
            where e.tenant_id = known_chunks.tenant_id and e.model = known_chunks.model and e.text_hash = h.text_hash
        );
end $$;
