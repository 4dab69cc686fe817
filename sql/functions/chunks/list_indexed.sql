-- list_indexed: the files that the index has under a model, in byte order of their paths, after the path "after".
-- At most "page" rows: PostgREST cuts longer answers.
create or replace function knowledge.list_indexed(
    tenant_id uuid, model text, prefix text default '', after text default '', page integer default 1000
)
returns table (file_path text, etag text, whole boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_indexed.tenant_id);
    return query
        select f.file_path, f.etag, f.chunks = _stored_chunks(f.tenant_id, f.model, f.file_path)
        from indexed_files as f
        where f.tenant_id = list_indexed.tenant_id and f.model = list_indexed.model
            and f.file_path > list_indexed.after collate "C"
            and starts_with(f.file_path, list_indexed.prefix)
        order by f.file_path
        limit page;
end $$;
