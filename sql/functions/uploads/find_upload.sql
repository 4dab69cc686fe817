-- find_upload: an upload by its id, or by its path; no row where there is none.
-- Give one of the two. One that nobody is at work on any more is noted as failed, so that no status lasts for ever.
create or replace function knowledge.find_upload(
    tenant_id uuid, upload_id uuid default null, file_path text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_upload.tenant_id);
    update uploads as u
    set status = 'failed', updated_at = clock_timestamp(),
        reason = 'Its reading was interrupted: whoever read it ended without a word, out of time or of memory. It is'
            ' tried again when its event comes again; or send it again, in parts if it is large.'
    where u.tenant_id = find_upload.tenant_id and u.id = coalesce(find_upload.upload_id, _upload_id(find_upload.file_path))
        and _is_interrupted(u.status, u.updated_at);
    return query
        select to_jsonb(u) from uploads as u
        where u.tenant_id = find_upload.tenant_id
            and u.id = coalesce(find_upload.upload_id, _upload_id(find_upload.file_path));
end $$;
