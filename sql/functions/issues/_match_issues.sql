-- _match_issues: the active patterns that a question is about, best first, at most so many; none below the floor.
-- Relevance is cosine + coverage, as in query-knowledge, of the summary's vector and of all words of the pattern. Among
-- equally relevant patterns success (its bound) and recency decide; together they weigh as much as .15 of cosine.
create or replace function knowledge._match_issues(
    tenant_id uuid,
    question text,
    embedding extensions.vector,
    model text,
    floor double precision,
    best integer,
    of_category text default null,
    of_project text default null
)
returns table (
    pattern_id text,
    cosine double precision,
    coverage double precision,
    similarity double precision,
    score double precision,
    matched_terms text[]
)
language sql
stable
as $$
    select
        p.pattern_id, r.cosine, r.coverage, greatest(0, r.cosine + r.coverage) / 2,
        r.cosine + r.coverage + 0.1 * _success_bound(p.times_successful, p.times_applied)
        + 0.05 * exp(-extract(epoch from now() - p.last_seen_at) / 2592000) as score,
        coalesce(c.matched_terms, '{}')
    from issue_patterns as p
    left join issue_embeddings as e
        on e.tenant_id = p.tenant_id and e.model = _match_issues.model and e.pattern_id = p.pattern_id
    left join _issue_coverage(_match_issues.tenant_id, question) as c on c.pattern_id = p.pattern_id
    cross join lateral (
        select coalesce(1 - (e.embedding <=> _match_issues.embedding), 0) as cosine, coalesce(c.coverage, 0) as coverage
    ) as r
    where p.tenant_id = _match_issues.tenant_id and p.status = 'active'
        and (of_category is null or p.category = of_category)
        and (of_project is null or p.projects = '{}' or of_project = any(p.projects))
        and r.cosine + r.coverage >= floor
    order by score desc, p.number
    limit best
$$;
