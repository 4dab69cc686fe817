-- _lock_file: lets whoever records, indexes or erases a file do so one after the other, until the transaction ends.
-- Raises PT409 where the version of its object that is at hand, null for none, was erased meanwhile. A lock of its own:
-- a file that was forgotten has no row to lock, and one that is being recorded has none that others see.
create or replace function knowledge._lock_file(tenant_id uuid, file_path text, object_version text default null)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
    perform pg_advisory_xact_lock(hashtextextended(_lock_file.tenant_id || '/' || _lock_file.file_path, 0));
    if exists (
        select from erased_objects as e
        where e.tenant_id = _lock_file.tenant_id and e.object_version = _lock_file.object_version
    ) then
        raise exception 'The file was forgotten meanwhile; send it again if it is to be kept.' using errcode = 'PT409';
    end if;
end $$;
