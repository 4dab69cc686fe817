-- register_upload: notes that a file is to come to a path, and what its uploader says of it; returns the upload.
-- Raises PT402 where the tenant has as many uploads as its tier allows entries, PT403 where an agent's would replace a
-- person's. What a later upload to the same path does not say (null) stays where the file is there, but for its user
-- and project; "about" is '' where nothing is to be said of it any more. given is false where nobody said anything, as
-- of an object that just lands in the bucket. "author" is who brings it, which record_upload then tells of what came.
-- One that nobody is at work on any more is noted as failed.
create or replace function knowledge.register_upload(
    tenant_id uuid,
    file_path text,
    file_name text,
    topic text,
    status text,
    source_type text default null,
    user_id text default null,
    tags text[] default '{}',
    given boolean default true,
    author text default 'user',
    about text default null,
    project text default null
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _limit integer;
begin
    perform _act_as(register_upload.tenant_id);

    select _entry_limit(t.tier) into _limit from tenants as t
    where t.tenant_id = register_upload.tenant_id
    for no key update;
    if not found then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    end if;
    if register_upload.author = 'agent' and exists (
        select from uploads as u
        where u.tenant_id = register_upload.tenant_id and u.file_path = register_upload.file_path
            and u.content_hash is not null and u.author = 'user'
    ) then
        raise exception 'A person wrote %, and an agent does not overrule that; use another name, or an admin key.', file_path
            using errcode = 'PT403';
    end if;
    perform _note_interrupted(register_upload.tenant_id, _upload_id(register_upload.file_path));
    if not exists (
        select from uploads as u
        where u.tenant_id = register_upload.tenant_id and u.file_path = register_upload.file_path
            and u.status in ('received', 'parsing', 'embedding', 'done')
    ) and _limit <= (
        select count(*) from uploads as u
        where u.tenant_id = register_upload.tenant_id and u.status in ('received', 'parsing', 'embedding', 'done')
            and not _is_interrupted(u.status, u.updated_at)
    ) then
        raise exception 'The plan holds % uploads, and there are as many; delete some, or ask the operator to upgrade.', _limit
            using errcode = 'PT402';
    end if;

    -- What is said of a file is indexed with it: said otherwise, its unchanged bytes have to be read again.
    update indexed_files as f set etag = ''
    from uploads as u
    where given and u.tenant_id = register_upload.tenant_id and u.file_path = register_upload.file_path
        and (u.about is distinct from _said_anew(u.content_hash, u.about, register_upload.about) or exists (
            select from knowledge_embeddings as e
            where e.tenant_id = u.tenant_id and e.file_path = u.file_path
                and e.project is distinct from register_upload.project
        ))
        and f.tenant_id = u.tenant_id and f.file_path = u.file_path;

    return query
        insert into uploads as u (
            tenant_id, id, file_path, file_name, topic, status, source_type, user_id, tags, author, about
        )
        values (
            register_upload.tenant_id, _upload_id(register_upload.file_path), register_upload.file_path,
            register_upload.file_name, register_upload.topic, register_upload.status, register_upload.source_type,
            register_upload.user_id, coalesce(register_upload.tags, '{}'), register_upload.author,
            nullif(register_upload.about, '')
        )
        on conflict (tenant_id, id) do update
        set file_name = case when given then excluded.file_name else u.file_name end,
            source_type = case
                when given then _said_anew(u.content_hash, u.source_type, register_upload.source_type)
                else u.source_type
            end,
            user_id = case when given then excluded.user_id else u.user_id end,
            tags = case
                when given and (register_upload.tags is not null or u.content_hash is null) then excluded.tags
                else u.tags
            end,
            about = case
                when given then _said_anew(u.content_hash, u.about, register_upload.about) else u.about
            end,
            -- A form that is never used leaves what is there as it is.
            status = case when u.content_hash is null then excluded.status else u.status end,
            author = case when u.content_hash is null then excluded.author else u.author end,
            reason = case when u.content_hash is null then null else u.reason end,
            updated_at = clock_timestamp()
        returning to_jsonb(u);
end $$;
