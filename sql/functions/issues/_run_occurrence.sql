-- _run_occurrence: the id under which a run's occurrence of a pattern counts: once, also where the run named a pattern
-- that was merged into this one since.
create or replace function knowledge._run_occurrence(tenant_id uuid, run_id text, pattern_id text)
returns text
language sql
stable
as $$
    select coalesce(
        (
            select min(o.occurrence_id) from issue_occurrences as o
            where o.tenant_id = _run_occurrence.tenant_id and o.occurrence_id = any(array(
                select 'run:' || _run_occurrence.run_id || ':' || i.id
                from unnest(_issue_ids(_run_occurrence.tenant_id, _run_occurrence.pattern_id)) as i (id)
            ))
        ),
        'run:' || _run_occurrence.run_id || ':' || _run_occurrence.pattern_id
    )
$$;
