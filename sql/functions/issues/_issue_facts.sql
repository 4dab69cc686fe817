-- _issue_facts: a pattern as it is answered: its rates, bound, trend, recommendation, and its solutions, best first.
-- Rates are between 0 and 1, and null where nothing was tried; "solution" and its time are those of the best.
create or replace function knowledge._issue_facts(issue knowledge.issue_patterns)
returns jsonb
language sql
stable
as $$
    with solved as (
        select
            jsonb_build_object(
                'solution', s.value ->> 'solution',
                'times_applied', c.applied,
                'times_successful', c.successful,
                'success_rate', round(c.successful::numeric / nullif(c.applied, 0), 4),
                'success_bound', round(_success_bound(c.successful, c.applied)::numeric, 4),
                'avg_resolution_time_minutes', round((c.minutes / nullif(c.timed, 0))::numeric, 2)
            ) as solution,
            row_number() over (
                order by _success_bound(c.successful, c.applied) desc, c.minutes / nullif(c.timed, 0), s.place
            ) as place
        from jsonb_array_elements(issue.proven_solutions) with ordinality as s (value, place)
        cross join lateral (
            select
                (s.value ->> 'times_applied')::integer as applied,
                (s.value ->> 'times_successful')::integer as successful,
                (s.value ->> 'times_timed')::integer as timed,
                (s.value ->> 'minutes')::double precision as minutes
        ) as c
    ),
    best as (select b.solution from solved as b where b.place = 1),
    success as (select _success_bound(issue.times_successful, issue.times_applied) as bound)
    select jsonb_build_object(
        'pattern_id', issue.pattern_id,
        'issue_summary', issue.issue_summary,
        'category', issue.category,
        'severity', issue.severity,
        'status', issue.status,
        'merged_into', issue.merged_into,
        'source', issue.source,
        'projects', issue.projects,
        'trend', _issue_trend(issue.tenant_id, issue.pattern_id),
        'occurrence_count', issue.occurrence_count,
        'success_rate', round(issue.times_successful::numeric / nullif(issue.times_applied, 0), 4),
        'success_bound', round(s.bound::numeric, 4),
        'recommendation', _issue_recommendation(s.bound),
        'avg_resolution_time_minutes', round((issue.minutes / nullif(issue.times_timed, 0))::numeric, 2),
        'solution', (select b.solution ->> 'solution' from best as b),
        'solution_time_minutes', (select (b.solution ->> 'avg_resolution_time_minutes')::numeric from best as b),
        'proven_solutions', coalesce((select jsonb_agg(v.solution order by v.place) from solved as v), '[]'),
        'prevention_checklist', issue.prevention_checklist,
        'first_seen_sd_id', issue.first_seen_sd_id,
        'last_seen_sd_id', issue.last_seen_sd_id,
        'created_at', issue.created_at,
        'last_seen_at', issue.last_seen_at
    )
    from success as s
$$;
