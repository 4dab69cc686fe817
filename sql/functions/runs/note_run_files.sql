-- note_run_files: adds the files that a part of a run wrote to its answer, and returns them; or the first ones.
-- No row where there is no such part. "gone" are those of "learnings", ids, that were forgotten meanwhile: who wrote
-- the files did not know of it, and takes them out of there.
create or replace function knowledge.note_run_files(
    tenant_id uuid, run_id text, new_files jsonb, part integer default 1, learnings text[] default '{}'
)
returns table (files jsonb, gone text[])
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(note_run_files.tenant_id);
    return query
        update run_parts as p
        set answer = jsonb_build_object('files', note_run_files.new_files) || p.answer
        where p.tenant_id = note_run_files.tenant_id and p.run_id = note_run_files.run_id
            and p.part = note_run_files.part
        returning p.answer -> 'files', array(
            select l.id from unnest(note_run_files.learnings) as l (id)
            where not exists (
                select from knowledge as k where k.tenant_id = note_run_files.tenant_id and k.id = l.id::uuid
            )
        );
end $$;
