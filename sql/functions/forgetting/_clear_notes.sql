-- _clear_notes: takes learnings (ids), files (paths) and words (texts) out of what was answered and noted, row by kind.
-- Answers to runs and events, plans of events, what was asked of a run and came of it, its errors, why a version was
-- made, and what the audit noted as it was before. A short text that holds one of them, or its beginning, goes whole.
create or replace function knowledge._clear_notes(tenant_id uuid, ids text[], paths text[], texts text[])
returns table (kind text, removed bigint)
language plpgsql
as $$
#variable_conflict use_column
begin
    kind := 'run answers';
    update agent_runs as r set answer = c.cleared
    from (
        select o.run_id, _cleared(o.answer, ids, paths, texts) as cleared from agent_runs as o
        where o.tenant_id = _clear_notes.tenant_id
    ) as c
    where r.tenant_id = _clear_notes.tenant_id and r.run_id = c.run_id and r.answer <> c.cleared;
    get diagnostics removed = row_count;
    return next;

    kind := 'runs';
    update agent_runs as r set
        objective = case when _holds(r.objective, texts) then '[forgotten]' else r.objective end,
        outcome = case when _holds(r.outcome, texts) then '[forgotten]' else r.outcome end
    where r.tenant_id = _clear_notes.tenant_id and (_holds(r.objective, texts) or _holds(r.outcome, texts));
    get diagnostics removed = row_count;
    return next;

    kind := 'run errors';
    delete from run_errors as e
    where e.tenant_id = _clear_notes.tenant_id and (_holds(e.error, texts) or _holds(e.fix, texts));
    get diagnostics removed = row_count;
    return next;

    kind := 'summaries of changes';
    update knowledge_versions as v set change_summary = '[forgotten]'
    where v.tenant_id = _clear_notes.tenant_id and _holds(v.change_summary, texts || paths);
    get diagnostics removed = row_count;
    update knowledge_files as f set deletion = jsonb_set(f.deletion, '{summary}', '"[forgotten]"')
    where f.tenant_id = _clear_notes.tenant_id and _holds(f.deletion ->> 'summary', texts || paths);
    return next;

    kind := 'run parts';
    update run_parts as p set answer = c.cleared
    from (
        select o.run_id, o.part, _cleared(o.answer, ids, paths, texts) as cleared from run_parts as o
        where o.tenant_id = _clear_notes.tenant_id
    ) as c
    where p.tenant_id = _clear_notes.tenant_id and p.run_id = c.run_id and p.part = c.part and p.answer <> c.cleared;
    get diagnostics removed = row_count;
    return next;

    kind := 'events';
    update events as e set plan = c.plan, answer = c.answer
    from (
        select
            o.event_id, _cleared(o.plan, '{}', '{}', texts) as plan, _cleared(o.answer, ids, paths, texts) as answer
        from events as o
        where o.tenant_id = _clear_notes.tenant_id
    ) as c
    where e.tenant_id = _clear_notes.tenant_id and e.event_id = c.event_id
        and (e.plan, e.answer) is distinct from (c.plan, c.answer);
    get diagnostics removed = row_count;
    return next;

    kind := 'audit';
    update audit as a set before = c.cleared
    from (
        select o.id, _cleared(o.before, ids, paths, texts) as cleared from audit as o
        where o.tenant_id = _clear_notes.tenant_id
    ) as c
    where a.tenant_id = _clear_notes.tenant_id and a.id = c.id and a.before <> c.cleared;
    get diagnostics removed = row_count;
    return next;
end $$;
