-- uploads_of_content: the uploads that have this content, the original first: a person's before an agent's.
-- At most 1,000.
create or replace function knowledge.uploads_of_content(tenant_id uuid, content_hash text)
returns table (upload jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(uploads_of_content.tenant_id);
    return query
        select to_jsonb(u) from _uploads_of_content(uploads_of_content.tenant_id, uploads_of_content.content_hash) as u;
end $$;
