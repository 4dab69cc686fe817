-- _score_learnings: both signals exactly, for those of the learnings that serve; "ids" null: for all of the tenant's.
-- The best by their sum, at most so many. What has no words yet has no coverage.
create or replace function knowledge._score_learnings(
    tenant_id uuid,
    embedding extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    ids uuid[],
    best integer
)
returns setof knowledge.search_score
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    if _score_learnings.ids is null then
        return query
            select s.*
            from (
                select
                    k.id,
                    coalesce(1 - (case when k.model = _score_learnings.model then k.embedding else e.embedding end
                        <=> _score_learnings.embedding), 0) as cosine,
                    coalesce(-(k.kw <#> asked.weights) / asked.total, 0) as coverage
                from knowledge as k
                left join learning_embeddings as e
                    on e.tenant_id = k.tenant_id and e.id = k.id
                        and e.model = _score_learnings.model and k.model <> _score_learnings.model
                where k.tenant_id = _score_learnings.tenant_id
                    and (k.model = _score_learnings.model or e.id is not null)
                    and _learning_serves(k, wanted)
            ) as s
            order by s.cosine + s.coverage desc, s.id
            limit best;
    else
        return query
            select s.*
            from (
                select
                    k.id,
                    coalesce(1 - (case when k.model = _score_learnings.model then k.embedding else e.embedding end
                        <=> _score_learnings.embedding), 0) as cosine,
                    coalesce(-(k.kw <#> asked.weights) / asked.total, 0) as coverage
                from (select distinct i.id from unnest(_score_learnings.ids) as i (id)) as i
                join knowledge as k on k.tenant_id = _score_learnings.tenant_id and k.id = i.id
                left join learning_embeddings as e
                    on e.tenant_id = k.tenant_id and e.id = k.id
                        and e.model = _score_learnings.model and k.model <> _score_learnings.model
                where (k.model = _score_learnings.model or e.id is not null)
                    and _learning_serves(k, wanted)
            ) as s
            order by s.cosine + s.coverage desc, s.id
            limit best;
    end if;
end $$;
