-- find_change: the version that a change with this summary made of a file, in one row; no row where it made none.
-- The first one, where there are more.
create or replace function knowledge.find_change(tenant_id uuid, file_path text, summary text)
returns table (version text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_change.tenant_id);
    return query
        select v.version::text from knowledge_versions as v
        where v.tenant_id = find_change.tenant_id and v.file_path = find_change.file_path
            and v.change_summary = find_change.summary
        order by v.number
        limit 1;
end $$;
