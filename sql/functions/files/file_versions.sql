-- file_versions: the number of each of these versions of files, by its id in S3; no row for one that nobody recorded.
-- By their paths: a version's id alone is no key. Asked for the few files of one answer.
create or replace function knowledge.file_versions(tenant_id uuid, file_paths text[], object_versions text[])
returns table (path text, version text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(file_versions.tenant_id);
    return query
        select v.file_path::text, v.version::text
        from unnest(file_paths, object_versions) as o (file_path, object_version)
        cross join lateral (
            select v.file_path, v.version from knowledge_versions as v
            where v.tenant_id = file_versions.tenant_id and v.file_path = o.file_path
                and v.object_version = o.object_version
            limit 1
        ) as v;
end $$;
