-- _proactive_issues: the patterns that a task is about, though nobody asked for them, with what to do about each.
-- It is called within query-knowledge's and a session start's own database call, after _act_as; "floor" is the least
-- cosine + coverage. Given for_run_id, what was served to that run is recorded (search_issues; of a block note_served
-- notes it), so that an occurrence later knows that search found it.
create or replace function knowledge._proactive_issues(
    tenant_id uuid,
    objective text,
    embedding extensions.vector,
    model text,
    floor double precision,
    best integer default 3,
    for_run_id text default null,
    of_category text default null,
    of_project text default null
)
returns table (
    id uuid,
    pattern jsonb,
    recommendation text,
    cosine double precision,
    coverage double precision,
    score double precision,
    matched_terms text[]
)
language plpgsql
as $$
#variable_conflict use_column
begin
    return query
        with noted as (
            select m.*, p.id, _issue_facts(p) as facts
            from _match_issues(
                _proactive_issues.tenant_id, objective, _proactive_issues.embedding, _proactive_issues.model,
                _proactive_issues.floor, best, of_category, of_project
            ) as m
            inner join issue_patterns as p on p.tenant_id = _proactive_issues.tenant_id and p.pattern_id = m.pattern_id
        ),
        handed as (
            insert into served (tenant_id, run_id, id, similarity)
            select _proactive_issues.tenant_id, for_run_id, n.id, n.similarity from noted as n
            where for_run_id is not null
            on conflict (tenant_id, run_id, id) do nothing
        )
        select n.id, n.facts, n.facts ->> 'recommendation', n.cosine, n.coverage, n.score, n.matched_terms
        from noted as n
        order by n.score desc, n.pattern_id;
end $$;
