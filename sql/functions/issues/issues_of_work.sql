-- issues_of_work: the patterns that came up in a piece of work (an SD, a work order), the latest first; obsolete ones
-- are left out, and what was merged is told by the one that it is part of. Given for_run_id, what was served to that
-- run is recorded.
create or replace function knowledge.issues_of_work(
    tenant_id uuid,
    sd_id text,
    match_count integer default 5,
    of_category text default null,
    of_project text default null,
    for_run_id text default null
)
returns table (id uuid, pattern jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(issues_of_work.tenant_id);
    return query
        with met as (
            select coalesce(p.merged_into, p.pattern_id) as pattern_id, max(o.occurred_at) as met_at
            from issue_occurrences as o
            inner join issue_patterns as p on p.tenant_id = o.tenant_id and p.pattern_id = o.pattern_id
            where o.tenant_id = issues_of_work.tenant_id and o.sd_id = issues_of_work.sd_id
            group by 1
        ),
        patterns as materialized (
            select p.id, p.number, _issue_facts(p) as facts, m.met_at
            from met as m
            inner join issue_patterns as p
                on p.tenant_id = issues_of_work.tenant_id and p.pattern_id = m.pattern_id
            where p.status = 'active' and (of_category is null or p.category = of_category)
                and (of_project is null or p.projects = '{}' or of_project = any(p.projects))
            order by m.met_at desc, p.number
            limit match_count
        ),
        handed as (
            insert into served (tenant_id, run_id, id, similarity)
            select issues_of_work.tenant_id, for_run_id, t.id, 1 from patterns as t
            where for_run_id is not null
            on conflict (tenant_id, run_id, id) do nothing
        )
        select t.id, t.facts from patterns as t
        order by t.met_at desc, t.number;
end $$;
