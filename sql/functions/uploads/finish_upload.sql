-- finish_upload: all that follows from what was recorded at this revision is done.
-- Where something was recorded since, nothing changes. Returns the upload as it is then; no row where there is none.
create or replace function knowledge.finish_upload(tenant_id uuid, upload_id uuid, revision integer)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(finish_upload.tenant_id);
    update uploads as u set unsettled = '{}', unlisted = '{}', authors = '{}'
    where u.tenant_id = finish_upload.tenant_id and u.id = upload_id and u.revision = finish_upload.revision;
    return query
        select to_jsonb(u) from uploads as u
        where u.tenant_id = finish_upload.tenant_id and u.id = upload_id;
end $$;
