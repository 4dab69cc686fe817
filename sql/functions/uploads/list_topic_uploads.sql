-- list_topic_uploads: a project's readable uploads of a topic by path, duplicates left out, and how many there are in
-- all; without a project those of none. At most "page" rows.
create or replace function knowledge.list_topic_uploads(
    tenant_id uuid, topic text, page integer default 50, project text default null
)
returns table (upload jsonb, total bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_topic_uploads.tenant_id);
    return query
        select to_jsonb(u), count(*) over ()
        from uploads as u
        where u.tenant_id = list_topic_uploads.tenant_id and u.topic = list_topic_uploads.topic
            and u.project is not distinct from list_topic_uploads.project
            and u.status = 'done' and u.duplicate_of is null
        order by u.file_path
        limit page;
end $$;
