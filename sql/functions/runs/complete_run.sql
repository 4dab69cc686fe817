-- complete_run: stores a part of a run and what it taught in one transaction, and answers what became of each learning.
-- The same part again, or twice at once, has one effect and the first answer, but that what a full plan rejected is
-- kept where there is room now (_keep_rejected), and with how many of its learnings are "gone" since (_gone_since);
-- another under its number PT422.
-- "turns" and "beginning" are of its log, by which a longer log is known to go on; "log" is answered as it is given.
-- "advice" tells of a learning that was not counted because the day's count of the key was full before this run.
-- How the run ended (run_outcome) is counted for what it was handed, and is of all that it alone taught, also before.
-- "proved" is what its log proves, "replaces" what of its earlier parts that decides on (_withdraw_unproved).
-- "by_key" and "daily" are upsert_knowledge's.
create or replace function knowledge.complete_run(
    tenant_id uuid,
    run_id text,
    request_hash text,
    learnings jsonb,
    model text,
    threshold double precision,
    method text,
    note text default null,
    agent_type text default null,
    work_order_id text default null,
    objective text default null,
    outcome text default null,
    next_model text default null,
    next_threshold double precision default null,
    project text default null,
    run_outcome text default null,
    part integer default 1,
    turns integer default 0,
    beginning text default null,
    log jsonb default null,
    by_key text default null,
    daily integer default null,
    proved jsonb default '[]',
    replaces text[] default '{}'
)
returns table (answer jsonb, repeated boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _amended jsonb;
begin
    perform _act_as(complete_run.tenant_id);

    -- A second call with this run id waits here until the first has committed.
    insert into agent_runs as r (
        tenant_id, run_id, request_hash, work_order_id, agent_type, project, objective, outcome, answer
    )
    values (
        complete_run.tenant_id, complete_run.run_id, complete_run.request_hash, complete_run.work_order_id,
        complete_run.agent_type, complete_run.project, complete_run.objective, complete_run.outcome, '{}'
    )
    on conflict (tenant_id, run_id) do update set answer = r.answer;

    insert into run_parts (tenant_id, run_id, part, request_hash, turns, beginning, answer)
    values (
        complete_run.tenant_id, complete_run.run_id, complete_run.part, complete_run.request_hash,
        complete_run.turns, complete_run.beginning, '{}'
    )
    on conflict do nothing;
    repeated := not found;

    if repeated then
        select p.answer into answer from run_parts as p
        where p.tenant_id = complete_run.tenant_id and p.run_id = complete_run.run_id
            and p.request_hash = complete_run.request_hash;
        if not found and complete_run.turns = 0 then  -- without a log it may be no run at all, by its Idempotency-Key
            raise exception 'Run or key "%" came before with other content; send another run_id or Idempotency-Key.',
                complete_run.run_id using errcode = 'PT422';
        elsif not found then
            raise exception 'Run "%" was completed before with other content; send another run_id, the whole log with '
                'what was added, or what was added as "part": %.', complete_run.run_id, (
                    select max(p.part) + 1 from run_parts as p
                    where p.tenant_id = complete_run.tenant_id and p.run_id = complete_run.run_id
                )
                using errcode = 'PT422';
        end if;
        _amended := _keep_rejected(
            complete_run.tenant_id, answer, complete_run.learnings, complete_run.model, complete_run.threshold,
            complete_run.agent_type, complete_run.work_order_id, complete_run.next_model, complete_run.next_threshold,
            complete_run.project, by_key, daily
        );
        if _amended is not null then
            answer := _amended;
            repeated := false;
            update run_parts as p set answer = _amended
            where p.tenant_id = complete_run.tenant_id and p.run_id = complete_run.run_id
                and p.request_hash = complete_run.request_hash;
        end if;
        answer := answer || jsonb_build_object('gone', _gone_since(complete_run.tenant_id, answer));
        return next;
        return;
    end if;

    perform _withdraw_unproved(complete_run.tenant_id, complete_run.run_id, proved, replaces);
    select jsonb_build_object(
        'run_id', complete_run.run_id,
        'part', complete_run.part,
        'learnings', coalesce(jsonb_agg(to_jsonb(u) - 'ordinal' || a.advice order by u.ordinal), '[]'),
        'inserted', count(*) filter (where u.outcome = 'inserted'),
        'reinforced', count(*) filter (where u.outcome = 'reinforced'),
        'recalled', count(*) filter (where u.outcome = 'recalled'),
        'rejected', count(*) filter (where u.outcome = 'rejected'),
        'method', complete_run.method,
        'run_outcome', complete_run.run_outcome,
        'note', complete_run.note,
        'log', complete_run.log
    ) into answer
    from upsert_knowledge(
        complete_run.tenant_id, complete_run.learnings, complete_run.model, complete_run.threshold,
        complete_run.run_id, complete_run.agent_type, complete_run.work_order_id,
        complete_run.next_model, complete_run.next_threshold, complete_run.project, complete_run.run_outcome,
        by_key, daily
    ) as u
    cross join lateral (
        select case
            -- The statement sees what was taught before it, which is what decided.
            when u.outcome = 'reinforced' and _day_is_full(complete_run.tenant_id, u.id, by_key, daily)
                then jsonb_build_object('advice', format(
                    'it was not counted again: this key taught it %s times within 24 hours', daily
                ))
            else '{}'
        end as advice
    ) as a;

    perform _count_outcome(complete_run.tenant_id, complete_run.run_id, complete_run.run_outcome);
    update knowledge as k set run_outcome = complete_run.run_outcome
    where k.tenant_id = complete_run.tenant_id and complete_run.part > 1
        and k.id in (
            select (l.value ->> 'id')::uuid from run_parts as p
            cross join jsonb_array_elements(p.answer -> 'learnings') as l
            where p.tenant_id = complete_run.tenant_id and p.run_id = complete_run.run_id
        )
        and coalesce(k.run_outcome, 'unverified') <> complete_run.run_outcome and _taught_alone(k, complete_run.run_id);
    update run_parts as p set answer = complete_run.answer
    where p.tenant_id = complete_run.tenant_id and p.run_id = complete_run.run_id and p.part = complete_run.part;
    update agent_runs as r set
        answer = complete_run.answer,
        agent_type = coalesce(complete_run.agent_type, r.agent_type),
        work_order_id = coalesce(complete_run.work_order_id, r.work_order_id),
        project = coalesce(complete_run.project, r.project),
        objective = coalesce(complete_run.objective, r.objective),
        outcome = coalesce(complete_run.outcome, r.outcome)
    where r.tenant_id = complete_run.tenant_id and r.run_id = complete_run.run_id;
    return next;
end $$;
