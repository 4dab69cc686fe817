-- create_issue: a new pattern with its first occurrence, or another occurrence of the pattern that says the same.
-- "stated" has the fields of POST /, and for an import occurrence_count, proven_solutions with their counts, status,
-- projects, where it was seen first and last, and the number of its id; an import counts nothing if the pattern exists
-- already. Outcome: created, reinforced, or unchanged (the pattern, this occurrence or one of its run was known).
-- Raises PT402, PT409 for a taken id, and PT422 if the occurrence_id is of another pattern's occurrence, or says
-- something else.
create or replace function knowledge.create_issue(
    tenant_id uuid,
    stated jsonb,
    embedding extensions.vector,
    model text,
    threshold double precision,
    occurrence_id text default null
)
returns table (pattern jsonb, outcome text, similarity double precision)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id text;
    _distinctions text[] := array(select jsonb_array_elements_text(stated -> 'distinctions'));
    _brought boolean := stated ? 'occurrence_count';
    _occurrence text := coalesce(create_issue.occurrence_id, gen_random_uuid()::text);
begin
    perform _act_as(create_issue.tenant_id);
    perform _lock_tenant(create_issue.tenant_id);
    select n.pattern_id, n.similarity into _id, similarity
    from _near_issue(
        create_issue.tenant_id,
        _learning_hash(stated ->> 'issue_summary', _distinctions), _distinctions,
        create_issue.embedding, create_issue.model, threshold
    ) as n;
    outcome := case when not found then 'created' when _brought then 'unchanged' else 'reinforced' end;
    if exists (
        select from issue_occurrences as o
        where o.tenant_id = create_issue.tenant_id and o.occurrence_id = _occurrence
    ) then
        if _id is null or _is_other_occurrence(create_issue.tenant_id, _id, _occurrence, stated) then
            raise exception 'That Idempotency-Key came with another issue; send this one with a key of its own.'
                using errcode = 'PT422';
        end if;
        outcome := 'unchanged';
    end if;
    if outcome = 'created' then
        if exists (
            select from issue_patterns as p
            where p.tenant_id = create_issue.tenant_id and p.number = (stated ->> 'number')::integer
        ) then
            raise exception 'That pattern_id belongs to another issue; leave it out, and one is assigned.'
                using errcode = 'PT409';
        end if;
        _id := _new_issue(create_issue.tenant_id, stated, 'stated', create_issue.embedding, create_issue.model);
    end if;
    if outcome = 'reinforced' then
        perform _advise_issue(
            create_issue.tenant_id, _id, '{}',
            array(select jsonb_array_elements_text(coalesce(stated -> 'prevention_checklist', '[]')))
        );
    end if;
    if not _brought and outcome <> 'unchanged'
        and not _count_occurrence(create_issue.tenant_id, _id, _occurrence, stated) then
        outcome := 'unchanged';
    end if;
    _id := _issue_id(create_issue.tenant_id, _id);
    return query
        select _issue_facts(p), create_issue.outcome, create_issue.similarity from issue_patterns as p
        where p.tenant_id = create_issue.tenant_id and p.pattern_id = _id;
end $$;
