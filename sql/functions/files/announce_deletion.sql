-- announce_deletion: notes who is about to delete which version of a file, since a delete marker cannot say it.
-- The note is forgotten with the next version that is recorded.
create or replace function knowledge.announce_deletion(
    tenant_id uuid, file_path text, of_object text, by text, summary text
)
returns table (version text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(announce_deletion.tenant_id);
    return query
        update knowledge_files as f
        set deletion = jsonb_build_object(
            'replaces', announce_deletion.of_object,
            'changed_by', announce_deletion.by,
            'summary', announce_deletion.summary
        )
        where f.tenant_id = announce_deletion.tenant_id and f.file_path = announce_deletion.file_path
            and f.object_version = announce_deletion.of_object
        returning f.version::text;
end $$;
