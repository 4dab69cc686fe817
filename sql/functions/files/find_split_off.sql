-- find_split_off: which files begin as "beginning" does and were split off another, and why as their history says.
-- Deleted ones too, in the order of their paths, from the one after "after" on; at most "max_rows". "reason" begins
-- what the history says of a part.
create or replace function knowledge.find_split_off(
    tenant_id uuid, beginning text, reason text, after text default '', max_rows integer default 1000
)
returns table (path text, why text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_split_off.tenant_id);
    return query
        select v.file_path::text, min(v.change_summary)
        from knowledge_versions as v
        where v.tenant_id = find_split_off.tenant_id
            and v.file_path > find_split_off.after
            and v.file_path >= find_split_off.beginning
            and v.file_path < find_split_off.beginning || chr(1114111)  -- the last character there is
            and v.changed_by = 'system' and starts_with(v.change_summary, find_split_off.reason)
        group by v.file_path
        order by v.file_path
        limit find_split_off.max_rows;
end $$;
