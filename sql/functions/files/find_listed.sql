-- find_listed: the lines of the index that lead to a location, a row each.
-- Those that a person wrote come first; by_hand says so.
create or replace function knowledge.find_listed(tenant_id uuid, location text)
returns table (index_path text, line text, by_hand boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_listed.tenant_id);
    return query
        select l.index_path::text, l.line, l.by_hand
        from index_lines as l
        join knowledge_files as f on f.tenant_id = l.tenant_id and f.file_path = l.index_path
        where l.tenant_id = find_listed.tenant_id and l.location = find_listed.location
            and f.content_hash is not null
        order by l.by_hand desc, l.index_path;
end $$;
