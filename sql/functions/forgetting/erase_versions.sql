-- erase_versions: takes versions that the bucket does not hold any more out of a file's history, but not the latest.
-- Their numbers stay free, so that no later version is taken for one of them.
create or replace function knowledge.erase_versions(tenant_id uuid, file_path text, objects text[])
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(erase_versions.tenant_id);
    delete from knowledge_versions as v
    where v.tenant_id = erase_versions.tenant_id and v.file_path = erase_versions.file_path
        and v.object_version = any(erase_versions.objects)
        and v.number < (
            select f.number from knowledge_files as f
            where f.tenant_id = v.tenant_id and f.file_path = v.file_path
        );
    get diagnostics removed = row_count;
    kind := 'versions';
    return next;
end $$;
