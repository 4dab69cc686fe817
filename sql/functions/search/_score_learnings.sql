-- _score_learnings: both signals exactly, for those of the learnings that serve; "ids" null: for all of the tenant's.
-- The best by their sum, less what a row has in common with all (_centre), at most so many. What has no words yet has
-- no coverage. "offset 0": what is not null and sorted would be computed three times.
create or replace function knowledge._score_learnings(
    tenant_id uuid,
    embedding extensions.vector,
    centre extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    ids uuid[],
    best integer
)
returns setof knowledge.search_score
language plpgsql
stable
set enable_bitmapscan = on
as $$
#variable_conflict use_column
declare
    _weights sparsevec := asked.weights;
    _norm double precision := nullif(vector_norm(_score_learnings.centre), 0);
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
            select s.id, s.cosine, s.coverage
            from (
                select
                    k.id, case when _score_learnings.embedding is null then 0 else 1 - (v.vector <=> _score_learnings.embedding) end as cosine,
                    coalesce(-(k.kw <#> _weights) / _total, 0) as coverage,
                    coalesce((1 - (v.vector <=> _score_learnings.centre)) * _norm, 0) as common
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
            where s.cosine is not null
            order by s.cosine + s.coverage - s.common desc, s.id
            limit best;
    else
        return query
            select s.id, s.cosine, s.coverage
            from (
                select
                    k.id, case when _score_learnings.embedding is null then 0 else 1 - (v.vector <=> _score_learnings.embedding) end as cosine,
                    coalesce(-(k.kw <#> _weights) / _total, 0) as coverage,
                    coalesce((1 - (v.vector <=> _score_learnings.centre)) * _norm, 0) as common
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
            where s.cosine is not null
            order by s.cosine + s.coverage - s.common desc, s.id
            limit best;
    end if;
end $$;
