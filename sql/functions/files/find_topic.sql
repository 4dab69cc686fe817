-- find_topic: the summary of a topic that is there already, in one row, whatever its category; no row where none is.
-- The first by path, where there are more.
create or replace function knowledge.find_topic(tenant_id uuid, topic text)
returns table (path text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_topic.tenant_id);
    return query
        select f.file_path::text from knowledge_files as f
        where f.tenant_id = find_topic.tenant_id
            and f.file_path >= '2-summaries/'
            and f.file_path < '2-summaries0'  -- the character after the slash
            and split_part(f.file_path, '/', 3) = find_topic.topic || '.md'
            and f.content_hash is not null
        order by f.file_path
        limit 1;
end $$;
