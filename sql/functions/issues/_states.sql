-- _states: whether a recorded occurrence is what is stated now.
-- Not compared are its time and whether search found it, which the statement may leave open.
create or replace function knowledge._states(recorded knowledge.issue_occurrences, stated jsonb)
returns boolean
language sql
immutable
as $$
    select (recorded.sd_id, recorded.run_id, recorded.solution_applied, recorded.was_successful)
        is not distinct from (
            stated ->> 'sd_id', stated ->> 'run_id', stated ->> 'solution_applied', (stated ->> 'was_successful')::boolean
        )
        and recorded.resolution_time_minutes
        is not distinct from (stated ->> 'resolution_time_minutes')::double precision
$$;
