-- find_run: the parts of a run that are completed, the first first, with what was answered; no row where it is new.
-- request_hash tells a repeat of a part from another; "beginning" the first "turns" turns of its log; "endings" are
-- those of its learnings that tell how the run ended, and stand; "stated" is what the caller said last of the run.
create or replace function knowledge.find_run(tenant_id uuid, run_id text)
returns table (
    request_hash text, answer jsonb, part integer, turns integer, beginning text, endings text[], stated jsonb
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_run.tenant_id);
    return query
        select
            p.request_hash, p.answer, p.part, p.turns, p.beginning, array(
                select k.learning
                from jsonb_array_elements(p.answer -> 'learnings') with ordinality as l
                join taught as t
                    on t.tenant_id = p.tenant_id and t.id = (l.value ->> 'id')::uuid and t.run_id = p.run_id
                join knowledge as k on k.tenant_id = t.tenant_id and k.id = t.id
                where t.basis = 'ending' and k.withdrawn_at is null and k.deleted_at is null
                order by l.ordinality
            ),
            jsonb_build_object(
                'agent_type', r.agent_type, 'work_order_id', r.work_order_id, 'project', r.project,
                'objective', r.objective, 'outcome', r.outcome
            )
        from run_parts as p
        join agent_runs as r on r.tenant_id = p.tenant_id and r.run_id = p.run_id
        where p.tenant_id = find_run.tenant_id and p.run_id = find_run.run_id
        order by p.part;
end $$;
