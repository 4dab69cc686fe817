-- note_run_errors: the errors that a run met, each with what it tried and how that went; what recurs becomes a pattern.
-- Each of "errors" has error, fix, was_successful, resolution_time_minutes, distinctions and embedding. A case of a
-- known pattern is an occurrence of it, once a run. An error of "recurs" distinct runs becomes a pattern, with an
-- occurrence for each, as soon as the tier has room for it; one that nobody met again for half a year is forgotten.
-- Outcome: noted, created or reinforced.
create or replace function knowledge.note_run_errors(
    tenant_id uuid,
    run_id text,
    errors jsonb,
    model text,
    threshold double precision,
    work_order_id text default null,
    recurs integer default 2,
    project text default null
)
returns table (error text, outcome text, pattern_id text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _item jsonb;
    _hash text;
    _distinctions text[];
    _embedding vector(384);
    _case record;
begin
    perform _act_as(note_run_errors.tenant_id);
    perform _lock_tenant(note_run_errors.tenant_id);
    delete from run_errors as e
    where e.tenant_id = note_run_errors.tenant_id and e.noted_at < now() - interval '180 days';

    for _item in select i.value from jsonb_array_elements(errors) as i loop
        error := _item ->> 'error';
        _distinctions := array(select jsonb_array_elements_text(_item -> 'distinctions'));
        _hash := _learning_hash(error, _distinctions);
        _embedding := (_item ->> 'embedding')::vector(384);
        outcome := 'reinforced';
        select n.pattern_id into pattern_id
        from _near_issue(
            note_run_errors.tenant_id, _hash, _distinctions, _embedding, note_run_errors.model, threshold
        ) as n;

        insert into run_errors as e (
            tenant_id, run_id, error_hash, error, fix, was_successful, resolution_time_minutes, distinctions, model,
            embedding, work_order_id, project
        )
        values (
            note_run_errors.tenant_id, note_run_errors.run_id, _hash, error, _item ->> 'fix',
            (_item ->> 'was_successful')::boolean, (_item ->> 'resolution_time_minutes')::double precision,
            _distinctions, note_run_errors.model, _embedding, note_run_errors.work_order_id, note_run_errors.project
        )
        on conflict (tenant_id, run_id, error_hash) do nothing;

        if pattern_id is null then
            outcome := 'noted';
            if (
                select count(distinct e.run_id) from run_errors as e
                where e.tenant_id = note_run_errors.tenant_id
                    and _same_error(e, _hash, _distinctions, _embedding, note_run_errors.model, threshold)
            ) >= recurs then
                begin
                    pattern_id := _new_issue(
                        note_run_errors.tenant_id,
                        jsonb_build_object(
                            'issue_summary', error, 'distinctions', _item -> 'distinctions', 'category', 'runs',
                            'project', note_run_errors.project
                        ),
                        'run', _embedding, note_run_errors.model
                    );
                    outcome := 'created';
                exception when sqlstate 'PT402' then  -- no run fails because its errors have no room
                    pattern_id := null;
                end;
            end if;
        end if;

        if pattern_id is not null then
            for _case in
                delete from run_errors as e
                where e.tenant_id = note_run_errors.tenant_id
                    and _same_error(e, _hash, _distinctions, _embedding, note_run_errors.model, threshold)
                returning e.*
            loop
                perform _count_occurrence(
                    note_run_errors.tenant_id, pattern_id,
                    _run_occurrence(note_run_errors.tenant_id, _case.run_id, pattern_id),
                    jsonb_build_object(
                        'run_id', _case.run_id, 'sd_id', _case.work_order_id, 'project', _case.project,
                        'solution_applied', _case.fix,
                        'was_successful', _case.was_successful,
                        'resolution_time_minutes', _case.resolution_time_minutes, 'occurred_at', _case.noted_at
                    )
                );
            end loop;
        end if;
        return next;
    end loop;
end $$;
