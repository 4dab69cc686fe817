-- _count_occurrence: counts an occurrence of a pattern, once for its id and once for its run, however that named it;
-- tells whether it is new. How it went is told once a run, too: also behind an occurrence that left it open.
-- The pattern's row is the lock: counts, rates, times and the date move together, and no concurrent one is lost.
-- Whoever does not say whether search found it is taken at the word of "served". What comes up again is not obsolete.
-- A project that is stated is one of the pattern's from then on; one that is stated to be none makes it of all.
-- Where it was seen first is known of its first occurrence alone.
create or replace function knowledge._count_occurrence(
    tenant_id uuid, pattern_id text, occurrence_id text, stated jsonb
)
returns boolean
language plpgsql
as $$
#variable_conflict use_column
declare
    _issue issue_patterns;
    _earlier issue_occurrences;
    _successful boolean := (stated ->> 'was_successful')::boolean;
    _minutes double precision := (stated ->> 'resolution_time_minutes')::double precision;
    _solution text := stated ->> 'solution_applied';
    _at timestamptz := coalesce((stated ->> 'occurred_at')::timestamptz, now());
    _solutions jsonb;
begin
    select * into _issue from issue_patterns as p
    where p.tenant_id = _count_occurrence.tenant_id and p.pattern_id = _count_occurrence.pattern_id
    for no key update;
    select * into _earlier from issue_occurrences as o
    where o.tenant_id = _count_occurrence.tenant_id and o.run_id = stated ->> 'run_id'
        and o.pattern_id = any(_issue_ids(_count_occurrence.tenant_id, _count_occurrence.pattern_id))
    order by o.was_successful is null, o.occurred_at
    limit 1;
    if found and (_earlier.was_successful is not null or _successful is null) then
        return false;
    end if;
    _solution := coalesce(_solution, _earlier.solution_applied);
    update issue_occurrences as o set
        was_successful = _successful, solution_applied = _solution,
        resolution_time_minutes = coalesce(_minutes, o.resolution_time_minutes), sd_id = coalesce(o.sd_id, stated ->> 'sd_id')
    where o.tenant_id = _earlier.tenant_id and o.occurrence_id = _earlier.occurrence_id;
    insert into issue_occurrences (
        tenant_id, occurrence_id, pattern_id, sd_id, run_id, solution_applied, was_successful, resolution_time_minutes,
        found_via_search, occurred_at
    )
    select
        _count_occurrence.tenant_id, _count_occurrence.occurrence_id, _count_occurrence.pattern_id, stated ->> 'sd_id',
        stated ->> 'run_id', _solution, _successful, _minutes,
        coalesce((stated ->> 'found_via_search')::boolean, exists (
            select from served as s
            where s.tenant_id = _count_occurrence.tenant_id and s.run_id = stated ->> 'run_id' and s.id = _issue.id
        )),
        _at
    where _earlier.occurrence_id is null
    on conflict (tenant_id, occurrence_id) do nothing;
    if not found and _earlier.occurrence_id is null then
        return false;
    end if;

    _solutions := case
        when _solution is null then _issue.proven_solutions
        else _with_solution(_issue.proven_solutions, _solution, _successful, coalesce(_minutes, _earlier.resolution_time_minutes))
    end;
    _minutes := case when _earlier.resolution_time_minutes is null then _minutes end;
    update issue_patterns as p set
        occurrence_count = p.occurrence_count + (_earlier.occurrence_id is null)::integer,
        times_applied = p.times_applied + (_successful is not null)::integer,
        times_successful = p.times_successful + coalesce(_successful, false)::integer,
        times_timed = p.times_timed + (_minutes is not null)::integer,
        minutes = p.minutes + coalesce(_minutes, 0),
        proven_solutions = _solutions,
        status = 'active',
        projects = case when stated ? 'project' then _joined_projects(p.projects, stated ->> 'project') else p.projects end,
        first_seen_sd_id = case
            when p.occurrence_count = 0 then coalesce(p.first_seen_sd_id, stated ->> 'sd_id') else p.first_seen_sd_id
        end,
        last_seen_sd_id = coalesce(stated ->> 'sd_id', p.last_seen_sd_id),
        last_seen_at = greatest(p.last_seen_at, _at)
    where p.tenant_id = _issue.tenant_id and p.number = _issue.number;
    if _issue.status <> 'active' or jsonb_array_length(_solutions) <> jsonb_array_length(_issue.proven_solutions) then
        perform _index_issue(_issue.tenant_id, _issue.pattern_id);
    end if;
    return true;
end $$;
