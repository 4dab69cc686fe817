-- _count_outcome: counts how a run ended for the learnings that it was handed: succeeded as useful, failed as wrong.
-- Once a run: what a later part says otherwise is counted in place of what was counted before. What the run itself gave
-- a verdict on is counted by that alone.
create or replace function knowledge._count_outcome(tenant_id uuid, run_id text, run_outcome text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
    if _count_outcome.run_outcome in ('succeeded', 'failed') then
        update knowledge as k set
            useful = k.useful + (_count_outcome.run_outcome = 'succeeded')::integer
                - coalesce(s.run_outcome = 'succeeded', false)::integer,
            wrong = k.wrong + (_count_outcome.run_outcome = 'failed')::integer
                - coalesce(s.run_outcome = 'failed', false)::integer
        from served as s
        where s.tenant_id = _count_outcome.tenant_id and s.run_id = _count_outcome.run_id
            and k.tenant_id = s.tenant_id and k.id = s.id
            and not exists (
                select from audit as a
                where a.tenant_id = s.tenant_id and a.subject = s.id and a.action in ('useful', 'wrong')
                    and a.before ->> 'run_id' = s.run_id
            );
        update served as s set run_outcome = _count_outcome.run_outcome
        where s.tenant_id = _count_outcome.tenant_id and s.run_id = _count_outcome.run_id;
    end if;
end $$;
