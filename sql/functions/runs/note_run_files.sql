-- note_run_files: adds the files that a completed run wrote to its answer, and returns them; or the first ones.
-- No row where there is no such run.
create or replace function knowledge.note_run_files(tenant_id uuid, run_id text, new_files jsonb)
returns table (files jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(note_run_files.tenant_id);
    return query
        update agent_runs as r
        set answer = jsonb_build_object('files', note_run_files.new_files) || r.answer
        where r.tenant_id = note_run_files.tenant_id and r.run_id = note_run_files.run_id
        returning r.answer -> 'files';
end $$;
