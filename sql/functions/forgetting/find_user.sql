-- find_user: what is kept of a user: what their memory says and said, and the ids of their uploads, in one row.
-- Both are empty where nothing is.
create or replace function knowledge.find_user(tenant_id uuid, user_id text)
returns table (contents text[], uploads uuid[])
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_user.tenant_id);
    return query
        select
            array(
                select distinct e.content from user_knowledge_entries as e
                where e.tenant_id = find_user.tenant_id and e.user_id = find_user.user_id
            ),
            array(
                select u.id from uploads as u
                where u.tenant_id = find_user.tenant_id and u.user_id = find_user.user_id
                order by u.file_path
            );
end $$;
