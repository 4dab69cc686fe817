-- _note_interrupted: an upload that nobody is at work on any more has failed.
-- So no status lasts for ever. Without "upload_id" it is each such upload of the tenant.
create or replace function knowledge._note_interrupted(tenant_id uuid, upload_id uuid default null)
returns void
language sql
as $$
    update uploads as u
    set status = 'failed', updated_at = clock_timestamp(),
        reason = 'Its reading was interrupted: whoever read it ended without a word, out of time or of memory. It is'
            ' tried again when its event comes again; or send it again, in parts if it is large.'
    where u.tenant_id = _note_interrupted.tenant_id
        and (_note_interrupted.upload_id is null or u.id = _note_interrupted.upload_id)
        and _is_interrupted(u.status, u.updated_at)
$$;
