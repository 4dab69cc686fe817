-- advance_upload: an upload is being parsed or embedded, and what it was read as; nothing where its content changed.
-- Whoever embeds has read it: "note" says what of it could not be read. Returns the upload, or no row.
create or replace function knowledge.advance_upload(
    tenant_id uuid,
    upload_id uuid,
    content_hash text,
    status text,
    title text default null,
    media_type text default null,
    note text default null
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
            reason = case when advance_upload.status = 'embedding' then advance_upload.note else u.reason end,
            updated_at = clock_timestamp()
        where u.tenant_id = advance_upload.tenant_id and u.id = upload_id
            and u.content_hash = advance_upload.content_hash
        returning to_jsonb(u);
end $$;
