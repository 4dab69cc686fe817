-- _nearest_chunks_by_index: the chunks nearest to a question by the HNSW index, unordered; fewer where its scan ends.
-- Sorting is switched off, so that of all plans only the one that reads in the index's order is left.
-- Loads pgvector: before that, its settings may be given to a function by a superuser alone.
select '[0]'::extensions.vector;

create or replace function knowledge._nearest_chunks_by_index(
    tenant_id uuid,
    query_embedding extensions.vector,
    model text,
    match_count integer,
    of_scope text default null,
    of_tags text[] default null,
    of_source_type text default null
)
returns table (id uuid, file_path text, chunk_index integer, similarity double precision)
language plpgsql
stable
set hnsw.iterative_scan = 'relaxed_order' -- noqa: PRS
set hnsw.ef_search = 200
set enable_sort = off
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
begin
    return query
        select e.id, e.file_path, e.chunk_index, 1 - (e.embedding <=> _nearest_chunks_by_index.query_embedding)
        from knowledge_embeddings as e
        where e.tenant_id = _nearest_chunks_by_index.tenant_id
            and e.model = _nearest_chunks_by_index.model
            and e.generation <> all (array(select _staged(_nearest_chunks_by_index.tenant_id)))
            and (of_scope is null or e.scope = of_scope)
            and (of_tags is null or e.tags @> of_tags)
            and (of_source_type is null or e.source_type = of_source_type)
        order by e.embedding <=> _nearest_chunks_by_index.query_embedding
        limit match_count;
end $$;
