-- note_run: notes which run taught these learnings, and tells those that "threshold" distinct runs or more have taught.
-- Runs of one time are one: of each stretch of "apart" minutes since the first a single one counts, since whoever sends
-- three at once has learned it once. "learnings" are ids; "runs" are ten of those runs at most, the first first.
-- Repeating it changes nothing.
create or replace function knowledge.note_run(
    tenant_id uuid, run_id text, learnings text[], threshold integer, apart integer default 0
)
returns table (id uuid, learning text, kind text, tags text[], runs text[])
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(note_run.tenant_id);
    insert into taught (tenant_id, id, run_id)
    select note_run.tenant_id, l.id, note_run.run_id
    from knowledge as l
    where l.tenant_id = note_run.tenant_id and l.id = any(note_run.learnings::uuid[])
    order by l.id
    on conflict (tenant_id, id, run_id) do nothing;

    return query
        select l.id, l.learning, l.kind, l.tags, (array_agg(t.run_id order by t.taught_at, t.run_id))[1:10]
        from knowledge as l
        join taught as t on t.tenant_id = l.tenant_id and t.id = l.id
        cross join lateral (
            select min(o.taught_at) as first_at from taught as o where o.tenant_id = l.tenant_id and o.id = l.id
        ) as f
        where l.tenant_id = note_run.tenant_id and l.id = any(note_run.learnings::uuid[])
        group by l.id, l.learning, l.kind, l.tags
        having count(*) >= note_run.threshold and note_run.threshold <= case when apart > 0
            then count(distinct date_bin(make_interval(mins => greatest(apart, 1)), t.taught_at, f.first_at)) else count(*) end
        order by l.id;
end $$;
