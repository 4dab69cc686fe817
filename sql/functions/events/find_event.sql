-- find_event: what is known of an event, in one row: the edits still to be made, or the answer, with
-- the paths of its files that are "gone" since (_gone_files); no row where it is new.
-- Raises PT422 where the same event_id came with other content.
create or replace function knowledge.find_event(tenant_id uuid, event_id text, request_hash text)
returns table (plan jsonb, answer jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_event.tenant_id);
    if exists (
        select from events as e
        where e.tenant_id = find_event.tenant_id and e.event_id = find_event.event_id
            and e.request_hash <> find_event.request_hash
    ) then
        raise exception 'Event "%" was recorded before with other content; send another event_id.', find_event.event_id
            using errcode = 'PT422';
    end if;
    return query
        select e.plan, e.answer || jsonb_build_object('gone', _gone_files(find_event.tenant_id, e.answer)) from events as e
        where e.tenant_id = find_event.tenant_id and e.event_id = find_event.event_id;
end $$;
