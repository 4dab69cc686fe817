-- find_run: the first answer to a completed run, in one row; no row where the run is new.
-- request_hash tells a repeat from another run under the same id.
create or replace function knowledge.find_run(tenant_id uuid, run_id text)
returns table (request_hash text, answer jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_run.tenant_id);
    return query
        select r.request_hash, r.answer from agent_runs as r
        where r.tenant_id = find_run.tenant_id and r.run_id = find_run.run_id;
end $$;
