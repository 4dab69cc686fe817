-- find_run: the parts of a run that are completed, the first first, with what was answered; no row where it is new.
-- request_hash tells a repeat of a part from another; "beginning" the first "turns" turns of its log.
create or replace function knowledge.find_run(tenant_id uuid, run_id text)
returns table (request_hash text, answer jsonb, part integer, turns integer, beginning text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_run.tenant_id);
    return query
        select p.request_hash, p.answer, p.part, p.turns, p.beginning from run_parts as p
        where p.tenant_id = find_run.tenant_id and p.run_id = find_run.run_id
        order by p.part;
end $$;
