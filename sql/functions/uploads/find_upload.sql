-- find_upload: an upload by its id, or by its path; no row where there is none.
-- Give one of the two. One that nobody is at work on any more is noted as failed.
create or replace function knowledge.find_upload(
    tenant_id uuid, upload_id uuid default null, file_path text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id uuid := coalesce(find_upload.upload_id, _upload_id(find_upload.file_path));
begin
    perform _act_as(find_upload.tenant_id);
    perform _note_interrupted(find_upload.tenant_id, _id);
    return query
        select to_jsonb(u) from uploads as u
        where u.tenant_id = find_upload.tenant_id and u.id = _id;
end $$;
