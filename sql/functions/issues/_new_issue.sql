-- _new_issue: inserts a pattern, under the tenant's lock that its caller holds; returns its id.
-- "stated" is as in create_issue. Raises PT402 if the tenant has as many active patterns as its plan has learnings.
create or replace function knowledge._new_issue(
    tenant_id uuid, stated jsonb, source text, embedding extensions.vector, model text
)
returns text
language plpgsql
as $$
#variable_conflict use_column
declare
    _id text;
    _solutions jsonb;
    _distinctions text[] := array(select jsonb_array_elements_text(stated -> 'distinctions'));
begin
    if stated ->> 'status' is distinct from 'obsolete' and (select count(*) from issue_patterns as p where p.tenant_id = _new_issue.tenant_id and p.status = 'active')
        >= (select _entry_limit(t.tier) from tenants as t where t.tenant_id = _new_issue.tenant_id)
    then
        raise exception 'The plan has no room for another pattern; make one obsolete, or ask the operator to upgrade.'
            using errcode = 'PT402';
    end if;
    select coalesce(jsonb_agg(_solution(s.value) order by s.place), '[]') into _solutions
    from jsonb_array_elements(coalesce(stated -> 'proven_solutions', '[]')) with ordinality as s (value, place);

    insert into issue_patterns (
        tenant_id, number, issue_summary, summary_hash, distinctions, category, severity, source, proven_solutions,
        prevention_checklist, occurrence_count, times_applied, times_successful, times_timed, minutes, first_seen_sd_id,
        last_seen_sd_id, last_seen_at, projects, status
    )
    select
        _new_issue.tenant_id,
        coalesce(
            (stated ->> 'number')::integer,
            (select max(p.number) from issue_patterns as p where p.tenant_id = _new_issue.tenant_id) + 1, 1
        ),
        stated ->> 'issue_summary', _learning_hash(stated ->> 'issue_summary', _distinctions), _distinctions,
        coalesce(stated ->> 'category', 'general'), coalesce(stated ->> 'severity', 'medium'), _new_issue.source,
        _solutions,
        array(select jsonb_array_elements_text(coalesce(stated -> 'prevention_checklist', '[]'))),
        coalesce((stated ->> 'occurrence_count')::integer, 0),
        coalesce(sum((s.value ->> 'times_applied')::integer), 0),
        coalesce(sum((s.value ->> 'times_successful')::integer), 0),
        coalesce(sum((s.value ->> 'times_timed')::integer), 0),
        coalesce(sum((s.value ->> 'minutes')::double precision), 0),
        coalesce(stated ->> 'first_seen_sd_id', stated ->> 'sd_id'),
        coalesce(stated ->> 'last_seen_sd_id', stated ->> 'sd_id'),
        coalesce((stated ->> 'last_seen_at')::timestamptz, now()),
        array(
            select jsonb_array_elements_text(coalesce(stated -> 'projects', '[]'))
            union
            select stated ->> 'project' where stated ->> 'project' is not null
            order by 1
        ),
        coalesce(stated ->> 'status', 'active')
    from (select) as one
    left join jsonb_array_elements(_solutions) as s on true
    returning pattern_id into _id;

    insert into issue_embeddings (tenant_id, model, pattern_id, embedding)
    values (_new_issue.tenant_id, _new_issue.model, _id, _new_issue.embedding);
    update tenants as t set model = _new_issue.model where t.tenant_id = _new_issue.tenant_id and t.model is null;
    perform _index_issue(_new_issue.tenant_id, _id);
    return _id;
end $$;
