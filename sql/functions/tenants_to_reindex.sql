-- tenants_to_reindex: the ids of all tenants, in their order, from the one after "after" on; at most "page" rows.
-- Crosses tenants: the schedule calls it, and no HTTP function does.
create or replace function knowledge.tenants_to_reindex(after uuid default null, page integer default 1000)
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
        where tenants_to_reindex.after is null or t.tenant_id > tenants_to_reindex.after
        order by t.tenant_id
        limit page;
    perform set_config('knowledge.operator', '', true);
end $$;
