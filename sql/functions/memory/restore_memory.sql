-- restore_memory: brings the entries of a version back, by default of the one before this, as a new version.
-- What was forgotten stays forgotten. Raises PT404 where the version is not kept (30 days), or never was.
create or replace function knowledge.restore_memory(tenant_id uuid, user_id text, of_version bigint default null)
returns table (version bigint, updated_at timestamptz, entries jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _present bigint;
    _wanted bigint;
    _version bigint;
    _ids text[];
begin
    perform _act_as(restore_memory.tenant_id);
    _present := _lock_memory(restore_memory.tenant_id, restore_memory.user_id);
    _wanted := coalesce(of_version, _present - 1);
    if coalesce(_wanted, 0) < 1 then
        raise exception 'This user has no earlier memory to restore: nothing was saved before, or it was erased.'
            using errcode = 'PT404';
    end if;
    if not exists (
        select from user_knowledge as u
        where u.tenant_id = restore_memory.tenant_id and u.user_id = restore_memory.user_id
            and _wanted between u.kept_from and u.version
    ) then
        raise exception 'Version % of this memory is not kept; versions are kept for 30 days.', _wanted
            using errcode = 'PT404';
    end if;

    _version := _next_memory_version(restore_memory.tenant_id, restore_memory.user_id);
    _ids := array(
        select e.id from user_knowledge_entries as e
        where e.tenant_id = restore_memory.tenant_id and e.user_id = restore_memory.user_id
            and e.added_in <= _wanted and (e.removed_in is null or e.removed_in > _wanted)
    );
    perform _remove_memory_entries(restore_memory.tenant_id, restore_memory.user_id, _version, array(
        select e.id from user_knowledge_entries as e
        where e.tenant_id = restore_memory.tenant_id and e.user_id = restore_memory.user_id and e.id <> all (_ids)
    ));
    insert into user_knowledge_entries (
        tenant_id, user_id, id, added_in, content, category, source, conversation_id, gist, distinctions, embedding, model,
        used, used_at, created_at
    )
    select
        e.tenant_id, e.user_id, e.id, _version, e.content, e.category, e.source, e.conversation_id, e.gist, e.distinctions,
        e.embedding, e.model, e.used, e.used_at, e.created_at
    from user_knowledge_entries as e
    where e.tenant_id = restore_memory.tenant_id and e.user_id = restore_memory.user_id
        and e.added_in <= _wanted and e.removed_in > _wanted
    on conflict (tenant_id, user_id, id) where removed_in is null do nothing;
    return query select * from read_memory(restore_memory.tenant_id, restore_memory.user_id);
end $$;
