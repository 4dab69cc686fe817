-- forget_file: nothing of the file is found any more; whoever indexed it meanwhile gets PT409.
-- "expected_etag" is what the index had for this model when the file was found missing.
create or replace function knowledge.forget_file(tenant_id uuid, model text, file_path text, expected_etag text)
returns table (removed integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(forget_file.tenant_id);
    delete from indexed_files as f
    where f.tenant_id = forget_file.tenant_id and f.model = forget_file.model
        and f.file_path = forget_file.file_path and f.etag = expected_etag
    returning f.chunks into removed;
    if not found and exists (
        select from indexed_files as f
        where f.tenant_id = forget_file.tenant_id and f.model = forget_file.model
            and f.file_path = forget_file.file_path
    ) then
        raise exception 'The file was indexed meanwhile; look again.' using errcode = 'PT409';
    end if;
    removed := coalesce(removed, 0);

    perform _drop_staged(forget_file.tenant_id, forget_file.model, forget_file.file_path);
    perform _drop_chunks(forget_file.tenant_id, forget_file.model, forget_file.file_path);
    return next;
end $$;
