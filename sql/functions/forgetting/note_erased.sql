-- note_erased: from now on nobody records or indexes these versions of the file's object, which are about to be erased.
-- Returns how many were not noted before. Raises PT404 where there is no such tenant.
create or replace function knowledge.note_erased(tenant_id uuid, file_path text, objects text[])
returns table (noted bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(note_erased.tenant_id);
    perform _lock_file(note_erased.tenant_id, note_erased.file_path);
    insert into erased_objects (tenant_id, object_version)
    select note_erased.tenant_id, o.object_version from unnest(note_erased.objects) as o (object_version)
    on conflict do nothing;
    get diagnostics noted = row_count;
    return next;
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
