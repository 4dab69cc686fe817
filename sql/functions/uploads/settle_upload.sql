-- settle_upload: what became of an upload, as the index has it: done, or failed with the index's reason.
-- What is done keeps the note of what its reader could not read (advance_upload), until the file is read anew.
-- A duplicate is what its original is. Where the content changed meanwhile, nothing does. Returns the upload as it is
-- then, and which uploads have "content_hash" then, the original first; no row where the upload is gone.
create or replace function knowledge.settle_upload(
    tenant_id uuid,
    upload_id uuid,
    content_hash text,
    duplicate_of uuid default null,
    documents integer default null
)
returns table (upload jsonb, same_content uuid[])
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(settle_upload.tenant_id);
    update uploads as u
    set status = case when o.problem is null then 'done' else 'failed' end,
        reason = coalesce(o.problem, case when u.status <> 'failed' then u.reason end),
        duplicate_of = settle_upload.duplicate_of,
        documents = case
            when settle_upload.duplicate_of is not null then 0 else coalesce(settle_upload.documents, u.documents)
        end,
        chunks = case when settle_upload.duplicate_of is not null then 0 else o.chunks end,
        updated_at = clock_timestamp()
    from (
        select f.problem, f.chunks
        from uploads as w
        join indexed_files as f on f.tenant_id = w.tenant_id and f.file_path = w.file_path
        where w.tenant_id = settle_upload.tenant_id and w.id = coalesce(settle_upload.duplicate_of, upload_id)
        order by f.indexed_at desc
        limit 1
    ) as o
    where u.tenant_id = settle_upload.tenant_id and u.id = upload_id
        and u.content_hash = settle_upload.content_hash;
    return query
        select
            to_jsonb(u),
            array(select s.id from _uploads_of_content(settle_upload.tenant_id, settle_upload.content_hash) as s)
        from uploads as u
        where u.tenant_id = settle_upload.tenant_id and u.id = upload_id;
end $$;
