-- note_run: notes which run taught these learnings, and tells those that "threshold" distinct runs or more have taught.
-- "learnings" are ids; "runs" are ten of those runs at most, the first first. Repeating it changes nothing.
create or replace function knowledge.note_run(tenant_id uuid, run_id text, learnings text[], threshold integer)
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
        where l.tenant_id = note_run.tenant_id and l.id = any(note_run.learnings::uuid[])
        group by l.id, l.learning, l.kind, l.tags
        having count(*) >= note_run.threshold
        order by l.id;
end $$;
