-- find_issue: a pattern, its latest 20 occurrences, and whether search helped: how often it found the pattern, and how
-- often what was applied then worked. A merged id finds what it was merged into. Raises PT404.
create or replace function knowledge.find_issue(tenant_id uuid, pattern_id text)
returns table (pattern jsonb, occurrences jsonb, found_via_search integer, found_and_successful integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id text;
begin
    perform _act_as(find_issue.tenant_id);
    _id := _issue_id(find_issue.tenant_id, find_issue.pattern_id);
    return query
        with recorded as materialized (
            select o.* from issue_occurrences as o
            where o.tenant_id = find_issue.tenant_id and o.pattern_id = any(_issue_ids(find_issue.tenant_id, _id))
        ),
        latest as (
            select r.* from recorded as r order by r.occurred_at desc, r.occurrence_id limit 20
        )
        select
            _issue_facts(p),
            coalesce((
                select jsonb_agg(to_jsonb(l) - 'tenant_id' order by l.occurred_at desc, l.occurrence_id)
                from latest as l
            ), '[]'),
            (select count(*)::integer from recorded as r where r.found_via_search),
            (select count(*)::integer from recorded as r where r.found_via_search and r.was_successful)
        from issue_patterns as p
        where p.tenant_id = find_issue.tenant_id and p.pattern_id = _id;
end $$;
