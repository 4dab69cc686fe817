-- purge_expired: removes what is older than its kind is kept, at most max_rows of each kind; a null age is for ever.
-- Returns a row a kind with how many went: as many as max_rows means that there may be more.
create or replace function knowledge.purge_expired(
    tenant_id uuid, served_days integer, runs_days integer, events_days integer, versions_days integer,
    forgotten_days integer default 30,
    max_rows integer default 5000
)
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(purge_expired.tenant_id);
    return query
        with gone as (
            delete from served as s
            where s.tenant_id = purge_expired.tenant_id and s.ctid = any(array(
                select o.ctid from served as o
                where o.tenant_id = purge_expired.tenant_id and o.served_at < now() - make_interval(days => served_days)
                limit max_rows
            )) returning 1
        ) select 'served', count(*) from gone;
    return query
        with gone as (
            delete from agent_runs as r
            where r.tenant_id = purge_expired.tenant_id and r.ctid = any(array(
                select o.ctid from agent_runs as o
                where o.tenant_id = purge_expired.tenant_id and o.created_at < now() - make_interval(days => runs_days)
                limit max_rows
            )) returning 1
        ) select 'runs', count(*) from gone;
    -- An event whose edits are not all made is still needed, however old it is.
    return query
        with gone as (
            delete from events as e
            where e.tenant_id = purge_expired.tenant_id and e.ctid = any(array(
                select o.ctid from events as o
                where o.tenant_id = purge_expired.tenant_id and o.plan is null
                    and o.created_at < now() - make_interval(days => events_days)
                limit max_rows
            )) returning 1
        ) select 'events', count(*) from gone;
    -- The last ten versions of a file stay, whatever their age: so does the bucket keep them.
    return query
        with gone as (
            delete from knowledge_versions as v
            where v.tenant_id = purge_expired.tenant_id and v.ctid = any(array(
                select o.ctid from knowledge_versions as o
                join knowledge_files as f on f.tenant_id = o.tenant_id and f.file_path = o.file_path
                where o.tenant_id = purge_expired.tenant_id and o.number <= f.number - 10
                    and o.created_at < now() - make_interval(days => versions_days)
                limit max_rows
            )) returning 1
        ) select 'versions', count(*) from gone;
    -- What was forgotten can be restored until then.
    return query
        with gone as (
            delete from knowledge as k
            where k.tenant_id = purge_expired.tenant_id and k.ctid = any(array(
                select o.ctid from knowledge as o
                where o.tenant_id = purge_expired.tenant_id and o.deleted_at < now() - make_interval(days => forgotten_days)
                limit max_rows
            )) returning 1
        ) select 'forgotten', count(*) from gone;
    -- Who taught a learning is kept as long as the learning is.
    return query
        with gone as (
            delete from taught as t
            where t.tenant_id = purge_expired.tenant_id and t.ctid = any(array(
                select o.ctid from taught as o
                where o.tenant_id = purge_expired.tenant_id and not exists (
                    select from knowledge as k where k.tenant_id = o.tenant_id and k.id = o.id
                )
                limit max_rows
            )) returning 1
        ) select 'taught', count(*) from gone;
end $$;
