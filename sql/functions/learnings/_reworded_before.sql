-- _reworded_before: the learning that said the same as a new one, but for articles, endings and forms of "be", until a
-- person worded it otherwise; null where there is none. What a person corrected stays corrected until a person says
-- otherwise, however often runs repeat what it said.
create or replace function knowledge._reworded_before(tenant_id uuid, learning text)
returns uuid
language sql
stable
as $$
    with new as materialized (
        select _stems(_reworded_before.learning) as stems, length(_reworded_before.learning) as size
    )
    select a.subject
    from new as n
    cross join audit as a
    where a.tenant_id = _reworded_before.tenant_id and a.action = 'changed' and a.before ? 'learning'
        -- Most are no longer looked at then.
        and length(a.before ->> 'learning') between n.size - 12 and n.size + 12
        and _stems(a.before ->> 'learning') = n.stems
    order by a.at desc
    limit 1
$$;
