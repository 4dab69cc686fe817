-- settle_topic: the category in which a topic has its summary, in one row: the proposed one where it stands there, else
-- where it stands, else what was proposed first within the hour, by an event whose page is not written yet.
-- "below" is the folder of the summaries: that of all, or a project's.
create or replace function knowledge.settle_topic(tenant_id uuid, topic text, proposed text, below text)
returns table (category text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    named text := encode(sha256(convert_to(settle_topic.below || settle_topic.topic, 'UTF8')), 'hex');
begin
    perform _act_as(settle_topic.tenant_id);
    insert into settled_topics as s (tenant_id, page, category)
    values (settle_topic.tenant_id, named, settle_topic.proposed)
    on conflict (tenant_id, page) do update
        set category = excluded.category, settled_at = now()
        where s.settled_at < now() - interval '1 hour';
    -- Read after the row was waited for: what was written meanwhile is seen.
    return query
        select coalesce(
            (
                select settle_topic.proposed from knowledge_files as f
                where f.tenant_id = settle_topic.tenant_id and f.content_hash is not null
                    and f.file_path = settle_topic.below || settle_topic.proposed || '/' || settle_topic.topic || '.md'
            ),
            (
                select split_part(substr(t.path, length(settle_topic.below) + 1), '/', 1)
                from find_topic(settle_topic.tenant_id, settle_topic.topic, settle_topic.below) as t
            ),
            s.category
        )
        from settled_topics as s
        where s.tenant_id = settle_topic.tenant_id and s.page = named;
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
