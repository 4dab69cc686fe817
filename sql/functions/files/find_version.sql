-- find_version: one version of a file, by its number x.y.z or its version id in S3, else the latest; or no row.
-- latest says whether it is the last one recorded; deletion is what announce_deletion noted about the file, is_listed
-- whether a line of the index leads to it.
create or replace function knowledge.find_version(
    tenant_id uuid, file_path text, of_version text default null, of_object text default null
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
begin
    perform _act_as(find_version.tenant_id);
    return query
        select
            v.version::text, v.object_version, v.changed_by::text, v.change_summary, v.previous_content_hash::text,
            v.new_content_hash::text, v.etag, v.size, v.created_at, v.number = f.number, f.deletion,
            exists (
                select from index_lines as l
                join knowledge_files as i on i.tenant_id = l.tenant_id and i.file_path = l.index_path
                where l.tenant_id = f.tenant_id and l.location = f.file_path and i.content_hash is not null
            )
        from knowledge_files as f
        join knowledge_versions as v on v.tenant_id = f.tenant_id and v.file_path = f.file_path
        where f.tenant_id = find_version.tenant_id and f.file_path = find_version.file_path
            and case
                when find_version.of_version is not null then v.version = find_version.of_version
                when find_version.of_object is not null then v.object_version = find_version.of_object
                else v.number = f.number
            end;
end $$;
