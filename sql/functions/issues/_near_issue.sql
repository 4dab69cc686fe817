-- _near_issue: the existing pattern that an issue is a case of: one with the same text, or else the nearest.
-- None if a number, name or negation differs, or if none is as near as the threshold. Obsolete patterns count, and so
-- do merged ones: they stand for the pattern that they became part of.
create or replace function knowledge._near_issue(
    tenant_id uuid,
    summary_hash text,
    distinctions text[],
    embedding extensions.vector,
    model text,
    threshold double precision
)
returns table (pattern_id text, similarity double precision)
language sql
stable
as $$
    select coalesce(p.merged_into, p.pattern_id), r.similarity
    from issue_patterns as p
    left join issue_embeddings as e
        on e.tenant_id = p.tenant_id and e.model = _near_issue.model and e.pattern_id = p.pattern_id
    cross join lateral (
        select case
            when p.summary_hash = _near_issue.summary_hash then 1
            when p.distinctions = _near_issue.distinctions then 1 - (e.embedding <=> _near_issue.embedding)
        end as similarity
    ) as r
    where p.tenant_id = _near_issue.tenant_id and r.similarity >= threshold
    order by r.similarity desc, p.merged_into is not null, p.number
    limit 1
$$;
