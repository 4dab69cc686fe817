-- search_issues: the patterns that a question is about, best first, each with all its facts and every ranking signal.
-- "matcher": hybrid (_match_issues; without a vector by words alone), or jaccard and jaccard-stems (_issue_overlap),
-- which leave out what is less similar than 15 %. "floor" is hybrid's, of cosine + coverage. Given for_run_id, what was
-- served to that run is recorded.
create or replace function knowledge.search_issues(
    tenant_id uuid,
    question text,
    query_embedding extensions.vector default null,
    model text default null,
    matcher text default 'hybrid',
    of_category text default null,
    match_count integer default 5,
    floor double precision default 0,
    for_run_id text default null,
    of_project text default null
)
returns table (
    pattern jsonb,
    similarity double precision,
    cosine double precision,
    coverage double precision,
    score double precision,
    matched_terms text[],
    id uuid
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(search_issues.tenant_id);
    if matcher = 'hybrid' then
        return query
            select
                i.pattern, greatest(0, i.cosine + i.coverage) / 2, i.cosine, i.coverage, i.score, i.matched_terms, i.id
            from _proactive_issues(
                search_issues.tenant_id, question, query_embedding, search_issues.model, search_issues.floor,
                match_count, for_run_id, of_category, of_project
            ) as i;
        return;
    end if;
    return query
        with patterns as materialized (
            select p.id, p.number, _issue_facts(p) as facts, o.overlap, s.score, o.matched_terms
            from _issue_overlap(search_issues.tenant_id, question, matcher) as o
            inner join issue_patterns as p on p.tenant_id = search_issues.tenant_id and p.pattern_id = o.pattern_id
            cross join lateral (
                select _issue_score(
                    o.overlap, (extract(epoch from now() - p.last_seen_at) / 86400)::double precision,
                    p.times_successful::double precision / nullif(p.times_applied, 0), p.occurrence_count
                ) as score
            ) as s
            where o.overlap >= 0.15 and (of_category is null or p.category = of_category)
                and (of_project is null or p.projects = '{}' or of_project = any(p.projects))
            order by s.score desc, p.number
            limit match_count
        ),
        handed as (
            insert into served (tenant_id, run_id, id, similarity)
            select search_issues.tenant_id, for_run_id, f.id, f.overlap from patterns as f
            where for_run_id is not null
            on conflict (tenant_id, run_id, id) do nothing
        )
        select f.facts, f.overlap, null::double precision, null::double precision, f.score, f.matched_terms, f.id
        from patterns as f
        order by f.score desc, f.number;
end $$;
