-- count_file: how many rows of each kind erase_file would remove of a file now. Whoever follows the bucket may
-- remove some of them before it does, once its objects are gone.
create or replace function knowledge.count_file(tenant_id uuid, file_path text)
returns table (kind text, removed bigint)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(count_file.tenant_id);
    return query
        select 'vectors', count(*) from knowledge_embeddings as e
        where e.tenant_id = count_file.tenant_id and e.file_path = count_file.file_path
        union all
        select 'index lines', count(*) from index_lines as l
        where l.tenant_id = count_file.tenant_id and count_file.file_path in (l.location, l.index_path)
        union all
        select 'versions', count(*) from knowledge_versions as v
        where v.tenant_id = count_file.tenant_id and v.file_path = count_file.file_path
        union all
        select 'files', count(*) from knowledge_files as f
        where f.tenant_id = count_file.tenant_id and f.file_path = count_file.file_path
        union all
        select 'uploads', count(*) from uploads as u
        where u.tenant_id = count_file.tenant_id and u.file_path = count_file.file_path;
end $$;
