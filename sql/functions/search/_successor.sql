-- _successor: what stands in a learning's place: the served one that superseded it, also where that did so before the
-- one that is served no more. Given "as_of", of the learning as it was then (_as_it_was), what had done so by then.
-- "k.supersedes" alone counts where it was said later: what is said again supersedes what had superseded it.
create or replace function knowledge._successor(learning knowledge.knowledge, as_of timestamptz default null)
returns uuid
language sql
stable
as $$
    select s.id
    from (
        select k.id, true as named
        from knowledge as k
        where k.tenant_id = learning.tenant_id and k.id = learning.superseded_by
            and (_successor.as_of is null or learning.superseded_at <= _successor.as_of)
        union all
        select k.id, false
        from knowledge as k
        cross join lateral _learning_as_of(k.tenant_id, k.id, _successor.as_of) as w
        where k.tenant_id = learning.tenant_id and k.supersedes = learning.id
            and (_successor.as_of is not null or learning.superseded_by is not null)
            and w.last_seen_at > learning.last_seen_at
    ) as s
    join knowledge as k on k.tenant_id = learning.tenant_id and k.id = s.id
    where _learning_serves(k, null, null, null, null, null, null, null, null, _successor.as_of)
    order by s.named desc, k.created_at desc, k.learning_hash
    limit 1
$$;
