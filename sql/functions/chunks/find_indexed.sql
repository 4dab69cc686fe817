-- find_indexed: what the index knows of one file, a row a model; no row where it is not indexed.
-- A file is whole where all of its chunks are there.
create or replace function knowledge.find_indexed(tenant_id uuid, file_path text)
returns table (
    model text, etag text, source_type text, labelled boolean, tags text[], whole boolean, problem text, unread boolean
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_indexed.tenant_id);
    return query
        select
            f.model, f.etag, f.source_type, f.labelled, f.tags,
            f.chunks = _stored_chunks(f.tenant_id, f.model, f.file_path), f.problem, f.unread
        from indexed_files as f
        where f.tenant_id = find_indexed.tenant_id and f.file_path = find_indexed.file_path;
end $$;
