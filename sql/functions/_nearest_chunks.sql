-- _nearest_chunks: the chunks nearest to a question, as many as asked for if the tenant has them.
-- The path is chosen by the tenant's size. Where the index ends early, as in a small share of all rows, all is read.
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
                select n.* from _nearest_chunks_by_index(
                    _nearest_chunks.tenant_id, query_embedding, _nearest_chunks.model, match_count,
                    of_scope, of_tags, of_source_type
                ) as n
            )
            select n.* from near as n where (select count(*) from near) = match_count;
        if found then
            return;
        end if;
    end if;

    return query
        select n.* from _nearest_chunks_exact(
            _nearest_chunks.tenant_id, query_embedding, _nearest_chunks.model, match_count,
            of_scope, of_tags, of_source_type
        ) as n;
end $$;
