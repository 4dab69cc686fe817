-- record_version: appends a version that S3 holds to its file's history, and returns it as it is recorded.
-- One recorded before is not recorded again. Raises PT409 where previous_object is not the latest recorded, and where
-- the version was erased from S3 meanwhile. Of an index file "locations" and "lines" are what it lists (note_listed).
create or replace function knowledge.record_version(
    tenant_id uuid,
    file_path text,
    previous_object text,
    new_object text,
    new_version text,
    by text,
    summary text,
    content_hash text,
    object_etag text,
    bytes bigint,
    written_at timestamptz default null,
    locations text[] default null,
    lines text[] default null
)
returns table (
    version text, object_version text, changed_by text, change_summary text, previous_content_hash text,
    new_content_hash text, etag text, size bigint, created_at timestamptz, latest boolean, deletion jsonb,
    is_listed boolean
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _file knowledge_files;
    _at timestamptz := coalesce(record_version.written_at, clock_timestamp());
begin
    perform _act_as(record_version.tenant_id);
    perform _lock_file(record_version.tenant_id, record_version.file_path, record_version.new_object);

    insert into knowledge_files (tenant_id, file_path) values (record_version.tenant_id, record_version.file_path)
    on conflict (tenant_id, file_path) do nothing;
    select * into _file from knowledge_files as f
    where f.tenant_id = record_version.tenant_id and f.file_path = record_version.file_path
    for no key update;
    if not found then
        raise exception 'The file was erased meanwhile; repeat the request.' using errcode = 'PT409';
    end if;

    if not exists (
        select from knowledge_versions as v
        where v.tenant_id = record_version.tenant_id and v.file_path = record_version.file_path
            and v.object_version = record_version.new_object
    ) then
        if _file.object_version is distinct from record_version.previous_object then
            raise exception 'Versions before this one are not recorded yet; reconcile the file and repeat.'
                using errcode = 'PT409';
        end if;
        insert into knowledge_versions (
            tenant_id, file_path, number, version, object_version, changed_by, change_summary,
            previous_content_hash, new_content_hash, etag, size, created_at
        )
        values (
            record_version.tenant_id, record_version.file_path, _file.number + 1, record_version.new_version,
            record_version.new_object, record_version.by, record_version.summary, _file.content_hash,
            record_version.content_hash, record_version.object_etag, record_version.bytes, _at
        );
        update knowledge_files as f
        set
            number = f.number + 1, version = record_version.new_version, object_version = record_version.new_object,
            content_hash = record_version.content_hash, etag = record_version.object_etag, size = record_version.bytes,
            updated_at = _at, deletion = null
        where f.tenant_id = record_version.tenant_id and f.file_path = record_version.file_path;
    end if;
    if locations is not null then
        perform note_listed(
            record_version.tenant_id, record_version.file_path, record_version.new_object, record_version.locations,
            record_version.lines, record_version.by = 'user'
        );
    end if;

    return query
        select * from find_version(record_version.tenant_id, record_version.file_path, null, record_version.new_object);
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
