-- advance_upload: an upload is being parsed or embedded, and what it was read as; nothing where its content changed.
-- Returns the upload, or no row.
create or replace function knowledge.advance_upload(
    tenant_id uuid,
    upload_id uuid,
    content_hash text,
    status text,
    title text default null,
    media_type text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(advance_upload.tenant_id);
    return query
        update uploads as u
        set status = advance_upload.status,
            title = coalesce(advance_upload.title, u.title),
            media_type = coalesce(advance_upload.media_type, u.media_type),
            updated_at = clock_timestamp()
        where u.tenant_id = advance_upload.tenant_id and u.id = upload_id
            and u.content_hash = advance_upload.content_hash
        returning to_jsonb(u);
end $$;
