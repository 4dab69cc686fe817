-- _solution: a solution with its counts as issue_patterns stores it, from a solution as a request states it.
-- Its average time is that of all applications; a stated success rate is ignored, only the counts matter.
create or replace function knowledge._solution(stated jsonb)
returns jsonb
language sql
immutable
as $$
    select jsonb_build_object(
        'solution', stated ->> 'solution',
        'times_applied', a.applied,
        'times_successful', coalesce((stated ->> 'times_successful')::integer, 0),
        'times_timed', case when a.average is null then 0 else a.applied end,
        'minutes', coalesce(a.average * a.applied, 0)
    )
    from (
        select
            coalesce((stated ->> 'times_applied')::integer, 0) as applied,
            (stated ->> 'avg_resolution_time_minutes')::double precision as average
    ) as a
$$;
