-- list_files: the tenant's files whose path starts with the prefix, in byte order, from the one after `after` on.
-- Deleted ones are left out. A page has at most max_rows.
create or replace function knowledge.list_files(
    tenant_id uuid, prefix text default '', after text default '', max_rows integer default 1000
)
returns table (path text, version text, size bigint, updated timestamptz, etag text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_files.tenant_id);
    return query
        select f.file_path::text, f.version::text, f.size, f.updated_at, f.etag from knowledge_files as f
        where f.tenant_id = list_files.tenant_id
            and f.file_path >= list_files.prefix
            and f.file_path < list_files.prefix || chr(1114111)  -- the last character there is
            and f.file_path > list_files.after
            and f.content_hash is not null
        order by f.file_path
        limit list_files.max_rows;
end $$;
