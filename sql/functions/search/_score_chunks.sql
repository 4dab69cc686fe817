-- _score_chunks: the places of the best of the chunks that serve, at most so many; "ids" null: of all of the tenant's.
-- By both signals exactly (_score), in two statements as _score_learnings.
create or replace function knowledge._score_chunks(
    tenant_id uuid,
    direction extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    ids uuid[],
    best integer
)
returns table (file_path text, chunk_index integer)
language plpgsql
stable
set enable_bitmapscan = on
as $$
#variable_conflict use_column
declare
    _weights sparsevec := asked.weights;
    _norm double precision := vector_norm(_score_chunks.direction);
    _total double precision := asked.total;
    _project text := wanted.project;
    _scope text := wanted.scope;
    _tags text[] := wanted.tags;
    _kind text := wanted.kind;
    _source_type text := wanted.source_type;
    _since timestamptz := wanted.since;
    _until timestamptz := wanted.until;
    _as_of timestamptz := wanted.as_of;
    _others jsonb := wanted.others;
    _hidden uuid[] := array(select s from _staged(_score_chunks.tenant_id) as s);
begin
    if _score_chunks.ids is null then
        return query
            select e.file_path, e.chunk_index from knowledge_embeddings as e
            where e.tenant_id = _score_chunks.tenant_id and e.model = _score_chunks.model
                and e.generation <> all (_hidden) and _chunk_serves(
                    e, _project, _scope, _tags, _kind, _source_type, _since, _until, _as_of, _others
                )
            order by
                _score(e.embedding, e.kw, _score_chunks.direction, _norm, _weights, _total) desc, e.file_path, e.chunk_index
            limit best;
    else
        return query
            select e.file_path, e.chunk_index from knowledge_embeddings as e
            where e.tenant_id = _score_chunks.tenant_id and e.id = any(_score_chunks.ids) and e.model = _score_chunks.model
                and e.generation <> all (_hidden) and _chunk_serves(
                    e, _project, _scope, _tags, _kind, _source_type, _since, _until, _as_of, _others
                )
            order by
                _score(e.embedding, e.kw, _score_chunks.direction, _norm, _weights, _total) desc, e.file_path, e.chunk_index
            limit best;
    end if;
end $$;
