-- fail_upload: notes why a file could not be ingested; the next attempt starts anew.
-- Makes the upload where there is none yet. What was followed to its end stays as it is, unless a later event that is
-- of another object fails ("etag"; null: it is gone): what fails as its own event is looked at says nothing of it.
create or replace function knowledge.fail_upload(
    tenant_id uuid, file_path text, file_name text, topic text, reason text, sequencer text default null,
    etag text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(fail_upload.tenant_id);
    return query
        insert into uploads as u (tenant_id, id, file_path, file_name, topic, status, reason)
        values (
            fail_upload.tenant_id, _upload_id(fail_upload.file_path), fail_upload.file_path, fail_upload.file_name,
            fail_upload.topic, 'failed', fail_upload.reason
        )
        on conflict (tenant_id, id) do update
        set status = 'failed', reason = excluded.reason, updated_at = clock_timestamp()
        where u.unsettled <> '{}' or u.status in ('expected', 'received')
            or u.etag is distinct from fail_upload.etag
            and rpad(fail_upload.sequencer, 64, '0') collate "C" > rpad(coalesce(u.sequencer, ''), 64, '0') collate "C"
        returning to_jsonb(u);
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
