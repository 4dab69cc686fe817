-- _next_memory_version: opens the next version of a user's memory, which the caller has locked, and returns its number.
-- What was removed more than 30 days ago is dropped on the way: versions from before then can no longer be restored.
create or replace function knowledge._next_memory_version(tenant_id uuid, user_id text)
returns bigint
language plpgsql
as $$
#variable_conflict use_column
declare
    _version bigint;
    _dropped bigint;
begin
    with dropped as (
        delete from user_knowledge_entries as e
        where e.tenant_id = _next_memory_version.tenant_id and e.user_id = _next_memory_version.user_id
            and e.removed_at < now() - interval '30 days'
        returning e.removed_in
    )
    select max(d.removed_in) into _dropped from dropped as d;

    insert into user_knowledge as u (tenant_id, user_id, version, kept_from, updated_at)
    select t.tenant_id, _next_memory_version.user_id, t.memory_floor + 1, t.memory_floor + 1, clock_timestamp()
    from tenants as t
    where t.tenant_id = _next_memory_version.tenant_id
    on conflict (tenant_id, user_id) do update
        set
            version = u.version + 1, kept_from = greatest(u.kept_from, _dropped),
            updated_at = excluded.updated_at
    returning u.version into _version;
    if not found then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    end if;
    return _version;
end $$;
