-- tenant_ids: the ids of all tenants, in their order, from the one after `after` on; a page has at most max_rows.
-- Crosses tenants: schedules call it, and no HTTP function does.
create or replace function knowledge.tenant_ids(after uuid default null, max_rows integer default 1000)
returns table (tenant_id uuid)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform set_config('knowledge.operator', 'on', true);
    return query
        select t.tenant_id from tenants as t
        where tenant_ids.after is null or t.tenant_id > tenant_ids.after
        order by t.tenant_id
        limit tenant_ids.max_rows;
    perform set_config('knowledge.operator', '', true);
end $$;
