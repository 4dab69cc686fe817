-- _nearest_chunks_exact: the chunks nearest to a question, by reading every vector of the tenant.
-- The order is by an expression that no index has, so the planner cannot turn it into an approximate scan.
create or replace function knowledge._nearest_chunks_exact(
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
as $$
#variable_conflict use_column
begin
    return query
        select e.id, e.file_path, e.chunk_index, 1 - (e.embedding <=> _nearest_chunks_exact.query_embedding) as similarity
        from knowledge_embeddings as e
        where e.tenant_id = _nearest_chunks_exact.tenant_id
            and e.model = _nearest_chunks_exact.model
            and e.generation <> all (array(select _staged(_nearest_chunks_exact.tenant_id)))
            and (of_scope is null or e.scope = of_scope)
            and (of_tags is null or e.tags @> of_tags)
            and (of_source_type is null or e.source_type = of_source_type)
        order by similarity desc, e.file_path, e.chunk_index
        limit match_count;
end $$;
