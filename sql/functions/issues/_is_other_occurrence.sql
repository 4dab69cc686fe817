-- _is_other_occurrence: whether an occurrence is recorded under this id that is of another pattern, or says other than
-- what is stated now. What is left open of a run's may have been told since.
create or replace function knowledge._is_other_occurrence(
    tenant_id uuid, pattern_id text, occurrence_id text, stated jsonb
)
returns boolean
language sql
stable
as $$
    select exists (
        select from issue_occurrences as o
        where o.tenant_id = _is_other_occurrence.tenant_id and o.occurrence_id = _is_other_occurrence.occurrence_id
            and not (
                o.pattern_id = any(_issue_ids(_is_other_occurrence.tenant_id, _is_other_occurrence.pattern_id))
                and _states(o, case when o.run_id is null then '{}' else jsonb_strip_nulls(jsonb_build_object(
                    'sd_id', o.sd_id, 'solution_applied', o.solution_applied, 'was_successful', o.was_successful,
                    'resolution_time_minutes', o.resolution_time_minutes
                )) end || stated)
            )
    )
$$;
