-- note_served: notes what was handed to a run, each learning, chunk and issue once; "similarities" go with "ids".
-- What stood in its prompt is not learned back from its log, and how the run ends tells of it.
create or replace function knowledge.note_served(
    tenant_id uuid, run_id text, ids uuid[], similarities double precision[]
)
returns table (noted integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(note_served.tenant_id);
    insert into served (tenant_id, run_id, id, similarity)
    select distinct on (s.id) note_served.tenant_id, note_served.run_id, s.id, s.similarity
    from unnest(note_served.ids, note_served.similarities) as s (id, similarity)
    order by s.id
    on conflict (tenant_id, run_id, id) do nothing;
    get diagnostics noted = row_count;
    return next;
end $$;
