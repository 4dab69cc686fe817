-- _full: of which kinds a tenant holds as much as its tier allows, or more.
-- Nothing where nobody counts (holdings).
create or replace function knowledge._full(tenant_id uuid, tier text)
returns text[]
language sql
stable
as $$
    select array_remove(array[
        case when h.files >= l.files then 'files' end,
        case when h.versions >= l.versions then 'versions' end,
        case when h.events >= l.events then 'events' end,
        case when h.chunks >= l.chunks then 'chunks' end,
        case when h.bytes >= l.bytes then 'bytes' end
    ], null)
    from holdings as h
    cross join _tier_limits(_full.tier) as l
    where h.tenant_id = _full.tenant_id
$$;
