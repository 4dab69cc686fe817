-- list_uploads: the tenant's uploads by their paths, from the one after "after" on; at most "page" of them.
-- "of_status" and "of_topic" narrow it where they are given; deleted ones are listed where they are asked for. Those
-- that nobody is at work on any more are noted as failed.
create or replace function knowledge.list_uploads(
    tenant_id uuid,
    of_status text default null,
    of_topic text default null,
    after text default null,
    page integer default 100
)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_uploads.tenant_id);
    perform _note_interrupted(list_uploads.tenant_id);
    return query
        select to_jsonb(u) from uploads as u
        where u.tenant_id = list_uploads.tenant_id
            and case when of_status is null then u.status <> 'deleted' else u.status = of_status end
            and (of_topic is null or u.topic = of_topic)
            and (list_uploads.after is null or u.file_path > list_uploads.after)
        order by u.file_path
        limit page;
end $$;
