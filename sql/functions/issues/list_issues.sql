-- list_issues: the tenant's patterns by their number, from the one after "after" on; at most "page" of them.
-- Merged ones are left out; "of_status" and "of_category" narrow it where they are given.
create or replace function knowledge.list_issues(
    tenant_id uuid,
    of_status text default null,
    of_category text default null,
    after text default null,
    page integer default 100
)
returns table (pattern jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_issues.tenant_id);
    return query
        select _issue_facts(p) from issue_patterns as p
        where p.tenant_id = list_issues.tenant_id and p.merged_into is null
            and (of_status is null or p.status = of_status)
            and (of_category is null or p.category = of_category)
            and (list_issues.after is null or p.number > substring(list_issues.after, '\d+')::bigint)
        order by p.number
        limit page;
end $$;
