-- record_upload: what the bucket has at the path of an upload, content_hash null for nothing; returns the upload.
-- Raises PT409 where somebody recorded something since the upload had "expected_revision": look at the bucket again.
-- The same content keeps the time at which it was first seen, and the note of what of it was not read. Only what was
-- there before has a list to leave, and an author whose rendition may be there. The same bytes of another project or
-- author have the ETag that the index has of the first one's, and are indexed all the same. Of two sequencers the
-- shorter is padded with zeros on the right.
create or replace function knowledge.record_upload(
    tenant_id uuid,
    file_path text,
    expected_revision integer,
    content_hash text default null,
    etag text default null,
    size bigint default null,
    written_at timestamptz default null,
    sequencer text default null,
    author text default null,
    project text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(record_upload.tenant_id);
    update indexed_files as f set etag = ''
    from uploads as u
    where u.tenant_id = record_upload.tenant_id and u.id = _upload_id(record_upload.file_path)
        and u.revision = expected_revision and u.etag = record_upload.etag
        and (
            u.content_hash is distinct from record_upload.content_hash
            or u.author is distinct from coalesce(record_upload.author, u.author)
        )
        and f.tenant_id = u.tenant_id and f.file_path = u.file_path;
    return query
        update uploads as u
        set revision = u.revision + 1,
            content_hash = record_upload.content_hash,
            etag = record_upload.etag,
            size = record_upload.size,
            author = coalesce(record_upload.author, u.author),
            project = record_upload.project,
            unlisted = array(
                select distinct p
                from unnest(
                    u.unlisted || coalesce(record_upload.project, '')
                    || case when u.content_hash is not null then coalesce(u.project, '') end
                ) as p
                where p is not null
            ),
            authors = array(
                select distinct a
                from unnest(
                    u.authors || coalesce(record_upload.author, u.author)::text
                    || case when u.content_hash is not null then u.author::text end
                ) as a
                where a is not null
            ),
            written_at = case
                when u.content_hash = record_upload.content_hash then u.written_at else record_upload.written_at
            end,
            unsettled = array(
                select distinct h from unnest(u.unsettled || u.content_hash::text || record_upload.content_hash) as h
                where h is not null
            ),
            sequencer = case
                when rpad(coalesce(record_upload.sequencer, ''), 64, '0') collate "C"
                > rpad(coalesce(u.sequencer, ''), 64, '0') collate "C"
                then record_upload.sequencer else u.sequencer
            end,
            status = case
                when record_upload.content_hash is null then 'deleted'
                when u.content_hash = record_upload.content_hash and u.status = 'done' then u.status
                else 'received'
            end,
            reason = case when u.content_hash = record_upload.content_hash and u.status <> 'failed' then u.reason end,
            duplicate_of = case when u.content_hash = record_upload.content_hash then u.duplicate_of end,
            title = case when u.content_hash = record_upload.content_hash then u.title end,
            media_type = case when u.content_hash = record_upload.content_hash then u.media_type end,
            documents = case when u.content_hash = record_upload.content_hash then u.documents else 0 end,
            chunks = case when u.content_hash = record_upload.content_hash then u.chunks else 0 end,
            updated_at = clock_timestamp()
        where u.tenant_id = record_upload.tenant_id and u.id = _upload_id(record_upload.file_path)
            and u.revision = expected_revision
        returning to_jsonb(u);
    if not found then
        raise exception 'Somebody else looked at the file meanwhile; look again.' using errcode = 'PT409';
    end if;
end $$;
