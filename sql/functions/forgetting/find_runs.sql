-- find_runs: the runs that taught a learning or confirmed it, and every wording that it had, its own and theirs, in one
-- row. From what is noted of runs, and from the learning itself.
create or replace function knowledge.find_runs(tenant_id uuid, id uuid)
returns table (runs text[], wordings text[])
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_runs.tenant_id);
    return query
        select array(
            select t.run_id from taught as t where t.tenant_id = find_runs.tenant_id and t.id = find_runs.id
            union
            select r.run_id from knowledge as k cross join unnest(k.run_ids || k.run_id) as r (run_id)
            where k.tenant_id = find_runs.tenant_id and k.id = find_runs.id and r.run_id is not null
        ), _wordings(find_runs.tenant_id, find_runs.id);
end $$;
