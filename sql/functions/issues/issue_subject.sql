-- issue_subject: what is known of a piece of work (an SD, a work order) before it starts: what to search patterns for.
-- The objectives of its latest three runs and the titles of its retrospectives; no row where nothing is known of it.
create or replace function knowledge.issue_subject(tenant_id uuid, sd_id text)
returns table (subject text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(issue_subject.tenant_id);
    return query
        select string_agg(distinct s.line, '. ')
        from (
            (
                select r.objective as line from agent_runs as r
                where r.tenant_id = issue_subject.tenant_id and r.work_order_id = issue_subject.sd_id
                    and r.objective is not null
                order by r.created_at desc
                limit 3
            )
            union all
            select r.title from retrospectives as r
            where r.tenant_id = issue_subject.tenant_id and r.sd_id = issue_subject.sd_id
        ) as s
        having count(*) > 0;
end $$;
