-- merge_issues: a pattern becomes part of another, which has the counts, solutions and prevention of both from then on.
-- The merged id stays and stands for the other, as do those merged into it before; the other is active where one of
-- them was. Repeating it changes nothing. Raises PT404, and PT409 for a pattern and itself.
create or replace function knowledge.merge_issues(tenant_id uuid, pattern_id text, into_id text)
returns table (pattern jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _from issue_patterns;
    _into text;
    _solution jsonb;
    _solutions jsonb;
begin
    perform _act_as(merge_issues.tenant_id);
    perform _lock_tenant(merge_issues.tenant_id);
    _into := _issue_id(merge_issues.tenant_id, into_id);
    perform _issue_id(merge_issues.tenant_id, merge_issues.pattern_id);
    perform from issue_patterns as p
    where p.tenant_id = merge_issues.tenant_id and p.pattern_id in (_into, upper(merge_issues.pattern_id))
    order by p.number
    for no key update;
    select * into _from from issue_patterns as p
    where p.tenant_id = merge_issues.tenant_id and p.pattern_id = upper(merge_issues.pattern_id);
    if _from.pattern_id = _into then
        raise exception 'A pattern cannot be merged into itself; name another.' using errcode = 'PT409';
    end if;

    if _from.merged_into is null then
        select p.proven_solutions into _solutions from issue_patterns as p
        where p.tenant_id = merge_issues.tenant_id and p.pattern_id = _into;
        for _solution in select s.value from jsonb_array_elements(_from.proven_solutions) as s loop
            _solutions := _joined_solutions(_solutions, _solution);
        end loop;
        update issue_patterns as p set
            proven_solutions = _solutions,
            projects = _joined_projects(p.projects, variadic _from.projects),
            status = case when _from.status = 'active' then 'active' else p.status end,
            occurrence_count = p.occurrence_count + _from.occurrence_count,
            times_applied = p.times_applied + _from.times_applied,
            times_successful = p.times_successful + _from.times_successful,
            times_timed = p.times_timed + _from.times_timed,
            minutes = p.minutes + _from.minutes,
            last_seen_sd_id = case
                when _from.last_seen_at > p.last_seen_at then coalesce(_from.last_seen_sd_id, p.last_seen_sd_id)
                else p.last_seen_sd_id
            end,
            created_at = least(p.created_at, _from.created_at),
            last_seen_at = greatest(p.last_seen_at, _from.last_seen_at)
        where p.tenant_id = merge_issues.tenant_id and p.pattern_id = _into;
        update issue_patterns as p set
            merged_into = _into, status = 'obsolete', occurrence_count = 0, times_applied = 0, times_successful = 0,
            times_timed = 0, minutes = 0
        where p.tenant_id = merge_issues.tenant_id
            and (p.pattern_id = _from.pattern_id or p.merged_into = _from.pattern_id);
        perform _advise_issue(merge_issues.tenant_id, _into, '{}', _from.prevention_checklist);
        perform _index_issue(merge_issues.tenant_id, _from.pattern_id);
    end if;
    return query
        select _issue_facts(p) from issue_patterns as p
        where p.tenant_id = merge_issues.tenant_id and p.pattern_id = _into;
end $$;
