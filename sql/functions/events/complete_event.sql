-- complete_event: keeps the answer to an event whose edits are all made, and returns it; or the first one.
-- The plan is no longer needed then and is not kept.
create or replace function knowledge.complete_event(tenant_id uuid, event_id text, new_answer jsonb)
returns table (answer jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(complete_event.tenant_id);
    return query
        update events as e
        set answer = coalesce(e.answer, complete_event.new_answer), plan = null
        where e.tenant_id = complete_event.tenant_id and e.event_id = complete_event.event_id
        returning e.answer;
end $$;
