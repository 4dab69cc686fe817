-- due_for_erasure: what was forgotten or deleted so long ago that nothing of it is kept any more: learnings and uploads
-- by id, files by path, the longest ago first. A null age is for ever.
create or replace function knowledge.due_for_erasure(
    tenant_id uuid, forgotten_days integer, deleted_days integer, max_rows integer default 200
)
returns table (kind text, subject text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(due_for_erasure.tenant_id);
    return query
        select d.kind, d.subject
        from (
            select 'learning' as kind, k.id::text as subject, k.deleted_at as at from knowledge as k
            where k.tenant_id = due_for_erasure.tenant_id
                and k.deleted_at < now() - make_interval(days => forgotten_days)
            union all
            select 'file', f.file_path::text, f.updated_at from knowledge_files as f
            where f.tenant_id = due_for_erasure.tenant_id and f.content_hash is null and f.number > 0
                and f.updated_at < now() - make_interval(days => deleted_days)
            union all
            select 'upload', u.id::text, u.updated_at from uploads as u
            where u.tenant_id = due_for_erasure.tenant_id and u.status = 'deleted'
                and u.updated_at < now() - make_interval(days => deleted_days)
        ) as d
        order by d.at
        limit max_rows;
end $$;
