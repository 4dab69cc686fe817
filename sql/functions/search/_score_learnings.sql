-- _score_learnings: the best of the learnings that serve, by both signals exactly (_score), at most so many; of all
-- where "ids" is null. These are two statements: one plan for both would read all of the tenant's rows for a few. Of
-- equals the order is that of their texts' hashes, not of ids, which are random. "offset 0": the score would be
-- computed twice.
create or replace function knowledge._score_learnings(
    tenant_id uuid,
    direction extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    ids uuid[],
    best integer
)
returns table (id uuid, superseded_by uuid)
language plpgsql
stable
set enable_bitmapscan = on
as $$
#variable_conflict use_column
declare
    _weights sparsevec := asked.weights;
    _norm double precision := vector_norm(_score_learnings.direction);
    _total double precision := asked.total;
    _project text := wanted.project;
    _agent_type text := wanted.agent_type;
    _scope text := wanted.scope;
    _tags text[] := wanted.tags;
    _kind text := wanted.kind;
    _source_type text := wanted.source_type;
    _since timestamptz := wanted.since;
    _until timestamptz := wanted.until;
    _as_of timestamptz := wanted.as_of;
begin
    if _score_learnings.ids is null then
        return query
            select s.id, s.superseded_by
            from (
                select
                    k.id, k.superseded_by, k.learning_hash,
                    _score(v.vector, k.kw, _score_learnings.direction, _norm, _weights, _total) as score
                from knowledge as k
                cross join lateral (
                    select case when k.model = _score_learnings.model then k.embedding else _other_vector(
                        k.tenant_id, k.id, _score_learnings.model
                    ) end as vector
                ) as v
                where k.tenant_id = _score_learnings.tenant_id
                    and _learning_serves(
                        k, _project, _agent_type, _scope, _tags, _kind, _source_type, _since, _until, _as_of
                    )
                offset 0
            ) as s
            where s.score is not null
            order by s.score desc, s.learning_hash
            limit best;
    else
        return query
            select s.id, s.superseded_by
            from (
                select
                    k.id, k.superseded_by, k.learning_hash,
                    _score(v.vector, k.kw, _score_learnings.direction, _norm, _weights, _total) as score
                from knowledge as k
                cross join lateral (
                    select case when k.model = _score_learnings.model then k.embedding else _other_vector(
                        k.tenant_id, k.id, _score_learnings.model
                    ) end as vector
                ) as v
                where k.tenant_id = _score_learnings.tenant_id and k.id = any(_score_learnings.ids)
                    and _learning_serves(
                        k, _project, _agent_type, _scope, _tags, _kind, _source_type, _since, _until, _as_of
                    )
                offset 0
            ) as s
            where s.score is not null
            order by s.score desc, s.learning_hash
            limit best;
    end if;
end $$;
