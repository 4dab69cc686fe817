-- list_versions: a file's versions, newest first, a page of max_rows after skipping some.
-- A version without new_content_hash is a deletion.
create or replace function knowledge.list_versions(
    tenant_id uuid, file_path text, skipped integer default 0, max_rows integer default 1000
)
returns table (
    version text, object_version text, changed_by text, change_summary text, previous_content_hash text,
    new_content_hash text, etag text, size bigint, created_at timestamptz, latest boolean
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_versions.tenant_id);
    return query
        select
            v.version::text, v.object_version, v.changed_by::text, v.change_summary, v.previous_content_hash::text,
            v.new_content_hash::text, v.etag, v.size, v.created_at, v.number = f.number
        from knowledge_files as f
        join knowledge_versions as v on v.tenant_id = f.tenant_id and v.file_path = f.file_path
        where f.tenant_id = list_versions.tenant_id and f.file_path = list_versions.file_path
        order by v.number desc
        offset list_versions.skipped
        limit list_versions.max_rows;
end $$;
