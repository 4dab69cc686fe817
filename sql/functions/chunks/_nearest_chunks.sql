-- _nearest_chunks: the chunks nearest to a question, as many as asked for if the tenant has them; unordered.
-- Two queries, so that the planner has no choice: with sorting off, the first walks the vector index; the second orders
-- by an expression that no index has, and sorts all the same. The tenant's size says which is asked; the second also
-- where the first ends early, as in a small share of all rows. The settings need pgvector loaded, or a superuser.
select '[0]'::extensions.vector;

create or replace function knowledge._nearest_chunks(
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
set hnsw.ef_search = 800
set enable_sort = off
as $$
#variable_conflict use_column
declare
    _chunks bigint;
begin
    select sum(f.chunks) into _chunks from indexed_files as f
    where f.tenant_id = _nearest_chunks.tenant_id and f.model = _nearest_chunks.model;

    if _chunks > _exact_scan_limit() then
        return query
            with near as materialized (
                select e.id, e.file_path, e.chunk_index, 1 - (e.embedding <=> _nearest_chunks.query_embedding)
                from knowledge_embeddings as e
                where e.tenant_id = _nearest_chunks.tenant_id and e.model = _nearest_chunks.model
                    and e.generation <> all (array(select _staged(_nearest_chunks.tenant_id)))
                    and _passes(e, of_scope, of_tags, of_source_type)
                order by e.embedding <=> _nearest_chunks.query_embedding
                limit match_count
            )
            select n.* from near as n where (select count(*) from near) = match_count;
        if found then
            return;
        end if;
    end if;

    return query
        select e.id, e.file_path, e.chunk_index, 1 - (e.embedding <=> _nearest_chunks.query_embedding) as similarity
        from knowledge_embeddings as e
        where e.tenant_id = _nearest_chunks.tenant_id and e.model = _nearest_chunks.model
            and e.generation <> all (array(select _staged(_nearest_chunks.tenant_id)))
            and _passes(e, of_scope, of_tags, of_source_type)
        order by similarity desc, e.file_path, e.chunk_index
        limit match_count;
end $$;
