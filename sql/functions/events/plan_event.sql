-- plan_event: keeps what is to be written because of an event and returns it; planned before, it returns that plan.
-- Whoever comes second follows the first one's plan. Raises PT422 as find_event.
create or replace function knowledge.plan_event(tenant_id uuid, event_id text, request_hash text, new_plan jsonb)
returns table (plan jsonb, answer jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(plan_event.tenant_id);
    insert into events (tenant_id, event_id, request_hash, plan)
    values (plan_event.tenant_id, plan_event.event_id, plan_event.request_hash, plan_event.new_plan)
    on conflict (tenant_id, event_id) do nothing;
    return query select * from find_event(plan_event.tenant_id, plan_event.event_id, plan_event.request_hash);
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
