-- finish_upload: all that follows from what was recorded at this revision is done.
-- Nothing where something was recorded since. Returns the upload, or no row.
create or replace function knowledge.finish_upload(tenant_id uuid, upload_id uuid, revision integer)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(finish_upload.tenant_id);
    return query
        update uploads as u set unsettled = '{}', unlisted = '{}'
        where u.tenant_id = finish_upload.tenant_id and u.id = upload_id and u.revision = finish_upload.revision
        returning to_jsonb(u);
end $$;
