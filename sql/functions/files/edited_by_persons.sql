-- edited_by_persons: what others than persons wrote and a person then changed or deleted, a version a row, last first.
-- Of the files below a folder; so what a person moved from one of them to another can be told from what they wrote.
create or replace function knowledge.edited_by_persons(tenant_id uuid, below text, max_rows integer default 100)
returns table (path text, object_version text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(edited_by_persons.tenant_id);
    return query
        select v.file_path::text, v.object_version
        from knowledge_versions as p
        join knowledge_versions as v
            on v.tenant_id = p.tenant_id and v.file_path = p.file_path and v.number = p.number - 1
        where p.tenant_id = edited_by_persons.tenant_id and p.changed_by = 'user'
            and v.changed_by <> 'user' and v.new_content_hash is not null
            and starts_with(v.file_path, edited_by_persons.below)
        order by p.created_at desc, v.file_path
        limit edited_by_persons.max_rows;
end $$;
