-- find_topic: the summary of a topic that is there already, in one row, whatever its category; no row where none is.
-- The first by path, where there are more. "below" is the folder of the summaries: that of all, or a project's.
create or replace function knowledge.find_topic(tenant_id uuid, topic text, below text default '2-summaries/')
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
            and f.file_path >= find_topic.below
            and f.file_path < rtrim(find_topic.below, '/') || '0'  -- the character after the slash
            and split_part(substr(f.file_path, length(find_topic.below) + 1), '/', 2) = find_topic.topic || '.md'
            and f.content_hash is not null
        order by f.file_path
        limit 1;
end $$;
