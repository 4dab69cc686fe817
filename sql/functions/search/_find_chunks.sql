-- _find_chunks: the chunks that answer a question best, and what stands beside them in their files, unordered.
-- "common" is what it has in common with all rows. "lift" is what its neighbours add or take: its score becomes the
-- mean of its own and theirs, of which what stands before it and after it counts 0.3, the next 0.09: a sum would put
-- every passage of a long document before a learning, which has none. Rows of a table have none either: each is about a
-- thing of its own. Which rows are read: as in _find_learnings.
create or replace function knowledge._find_chunks(
    tenant_id uuid,
    embedding extensions.vector,
    centre extensions.vector,
    direction extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    best integer,
    every boolean
)
returns table (
    file_path text, chunk_index integer, generation uuid, id uuid,
    cosine double precision, coverage double precision, common double precision, lift double precision
)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _weights sparsevec := asked.weights;
    _norm double precision := nullif(vector_norm(_find_chunks.centre), 0);
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
    _hidden uuid[] := array(select s from _staged(_find_chunks.tenant_id) as s);
    _paths text[];
    _places integer[];
begin
    if not every then
        select array_agg(s.file_path), array_agg(s.chunk_index) into _paths, _places
        from _score_chunks(
            _find_chunks.tenant_id, _find_chunks.direction, _find_chunks.model, asked, wanted,
            _nearest_chunks(
                _find_chunks.tenant_id, _find_chunks.direction, _find_chunks.model, greatest(200, 3 * best)
            ) || asked.chunks, best
        ) as s;
    end if;
    if every or coalesce(cardinality(_paths), 0) < best then
        select array_agg(s.file_path), array_agg(s.chunk_index) into _paths, _places
        from _score_chunks(
            _find_chunks.tenant_id, _find_chunks.direction, _find_chunks.model, asked, wanted, null, best
        ) as s;
    end if;

    return query
        with places as materialized (  -- an index takes no sum as its bound under row-level security
            select p.file_path, p.chunk_index - 2 as first, p.chunk_index + 2 as last
            from unnest(_paths, _places) as p (file_path, chunk_index)
        ),
        ring as (
            select distinct on (n.file_path, n.chunk_index, n.generation) n.*
            from places as p
            cross join lateral (
                select
                    e.file_path, e.chunk_index, e.generation, e.id, e.in_rows,
                    coalesce(1 - (e.embedding <=> _find_chunks.embedding), 0) as cosine,
                    coalesce(-(e.kw <#> _weights) / _total, 0) as coverage,
                    coalesce((1 - (e.embedding <=> _find_chunks.centre)) * _norm, 0) as common
                from knowledge_embeddings as e
                where e.tenant_id = _find_chunks.tenant_id and e.model = _find_chunks.model and e.file_path = p.file_path
                    and e.chunk_index between p.first and p.last
                    and e.generation <> all (_hidden) and _chunk_serves(
                        e, _project, _scope, _tags, _kind, _source_type, _since, _until, _as_of, _others
                    )
                offset 0  -- as "limit 1" in match_knowledge
            ) as n
        ),
        summed as (
            select r.*, r.cosine + r.coverage - r.common as score from ring as r
        )
        select
            s.file_path, s.chunk_index, s.generation, s.id, s.cosine, s.coverage, s.common,
            case when s.in_rows then 0 else
                (70 * s.score + 21 * sum(s.score) over near + 9 * sum(s.score) over far)
                / (70 + 21 * count(*) over near + 9 * count(*) over far) - s.score  -- with 0.7 they are numeric, and slow
            end
        from summed as s
        window
            near as (partition by s.file_path order by s.chunk_index range between 1 preceding and 1 following),
            far as (partition by s.file_path order by s.chunk_index range between 2 preceding and 2 following);
end $$;
