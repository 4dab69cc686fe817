-- purge_expired: removes what is older than its kind is kept, at most max_rows of each kind; a null age is for ever.
-- Returns a row a kind with how many went: as many as max_rows means that there may be more.
create or replace function knowledge.purge_expired(
    tenant_id uuid, served_days integer, runs_days integer, events_days integer, versions_days integer,
    forgotten_days integer default 30,
    max_rows integer default 5000,
    memory_days integer default 30,
    audit_days integer default null
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
    -- The last ten versions of a file stay, whatever their age: so does the bucket keep them. Also that in which a part was
    -- split off a file (find_split_off), with which it goes.
    return query
        with gone as (
            delete from knowledge_versions as v
            where v.tenant_id = purge_expired.tenant_id and v.ctid = any(array(
                select o.ctid from knowledge_versions as o
                join knowledge_files as f on f.tenant_id = o.tenant_id and f.file_path = o.file_path
                where o.tenant_id = purge_expired.tenant_id and o.number <= f.number - 10
                    and not (o.changed_by = 'system' and starts_with(o.change_summary, 'Split off '))
                    and o.created_at < now() - make_interval(days => versions_days)
                limit max_rows
            )) returning 1
        ) select 'versions', count(*) from gone;
    -- What was forgotten can be restored until then; then nothing of it is left.
    return query
        select 'forgotten', count(distinct o.id)
        from (
            select k.id from knowledge as k
            where k.tenant_id = purge_expired.tenant_id and k.deleted_at < now() - make_interval(days => forgotten_days)
            limit max_rows
        ) as o
        cross join lateral erase_learning(purge_expired.tenant_id, o.id) as e;
    -- Versions of a memory from before then can no longer be restored.
    return query
        with gone as (
            delete from user_knowledge_entries as e
            where e.tenant_id = purge_expired.tenant_id and e.ctid = any(array(
                select o.ctid from user_knowledge_entries as o
                where o.tenant_id = purge_expired.tenant_id
                    and o.removed_at < now() - make_interval(days => memory_days)
                limit max_rows
            )) returning e.user_id, e.removed_in
        ),
        histories as (
            update user_knowledge as u set kept_from = greatest(u.kept_from, g.removed_in)
            from (select n.user_id, max(n.removed_in) as removed_in from gone as n group by n.user_id) as g
            where u.tenant_id = purge_expired.tenant_id and u.user_id = g.user_id
        ) select 'memory', count(*) from gone;
    return query
        with gone as (
            delete from audit as a
            where a.tenant_id = purge_expired.tenant_id and a.ctid = any(array(
                select o.ctid from audit as o
                where o.tenant_id = purge_expired.tenant_id and o.at < now() - make_interval(days => audit_days)
                limit max_rows
            )) returning 1
        ) select 'audit', count(*) from gone;
    -- Whoever was writing or indexing what was erased has ended long ago.
    delete from erased_objects as e
    where e.tenant_id = purge_expired.tenant_id and e.erased_at < now() - interval '1 day';
    delete from settled_topics as s
    where s.tenant_id = purge_expired.tenant_id and s.settled_at < now() - interval '1 day';
    -- Who taught a learning goes with it, or with the answer to the run, by which a repeat is known and forgetting finds
    -- the run's wording. The first hundred of a learning stay as long as it does: a pattern counts and names them.
    return query
        with gone as (
            delete from taught as t
            where t.tenant_id = purge_expired.tenant_id and t.ctid = any(array(
                select o.ctid from taught as o
                where o.tenant_id = purge_expired.tenant_id and not exists (
                    select from knowledge as k where k.tenant_id = o.tenant_id and k.id = o.id
                )
                union all
                select r.ctid
                from (
                    select o.id from taught as o where o.tenant_id = purge_expired.tenant_id
                    group by o.id having count(*) > 100
                ) as l
                cross join lateral (
                    select o.ctid, o.run_id, o.taught_at from taught as o
                    where o.tenant_id = purge_expired.tenant_id and o.id = l.id
                    order by o.taught_at, o.run_id
                    offset 100
                ) as r
                where r.taught_at < now() - make_interval(days => runs_days) and not exists (
                    select from agent_runs as a where a.tenant_id = purge_expired.tenant_id and a.run_id = r.run_id
                )
                limit max_rows
            )) returning 1
        ) select 'taught', count(*) from gone;
end $$;
