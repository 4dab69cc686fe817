-- _stored_chunks: how many chunks of a file are there.
-- Fewer than indexed_files says means that somebody removed some by hand.
create or replace function knowledge._stored_chunks(tenant_id uuid, model text, file_path text)
returns bigint
language sql
stable
as $$
    select count(*) from knowledge_embeddings as e
    where e.tenant_id = _stored_chunks.tenant_id and e.model = _stored_chunks.model
        and e.file_path = _stored_chunks.file_path
        and e.generation <> all (array(select s from _staged(_stored_chunks.tenant_id) as s))
$$;
