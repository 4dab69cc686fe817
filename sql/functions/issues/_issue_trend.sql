-- _issue_trend: whether an issue comes up more or less often than before: the last 30 days against the 30 before.
-- It takes a difference that chance makes once in twenty times, so three after none are a trend, and two are not.
create or replace function knowledge._issue_trend(tenant_id uuid, pattern_id text)
returns text
language sql
stable
as $$
    select case
        when c.late - c.early >= 1.64 * sqrt(c.late + c.early) and c.late > 0 then 'increasing'
        when c.early - c.late >= 1.64 * sqrt(c.late + c.early) and c.early > 0 then 'decreasing'
        else 'stable'
    end
    from (
        select
            count(*) filter (where o.occurred_at > now() - interval '30 days') as late,
            count(*) filter (where o.occurred_at <= now() - interval '30 days') as early
        from issue_occurrences as o
        where o.tenant_id = _issue_trend.tenant_id
            and o.pattern_id = any(_issue_ids(_issue_trend.tenant_id, _issue_trend.pattern_id))
            and o.occurred_at > now() - interval '60 days'
    ) as c
$$;
