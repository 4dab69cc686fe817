-- _overruled_variants: the learnings of a tenant that a variant of theirs overrules, each with that one, as search
-- judges them (match_knowledge) where no question asks for one by name; given "id", of its variants alone.
create or replace function knowledge._overruled_variants(tenant_id uuid, id uuid default null)
returns table (id uuid, by uuid)
language sql
stable
as $$
    with served as (
        select k.*, f.family, _authority_rank(k) as rank
        from (
            select distinct v.variant_of as family from knowledge as v
            where v.tenant_id = _overruled_variants.tenant_id and v.variant_of is not null
                and (_overruled_variants.id is null or v.variant_of = (
                    select coalesce(o.variant_of, o.id) from knowledge as o
                    where o.tenant_id = _overruled_variants.tenant_id and o.id = _overruled_variants.id
                ))
        ) as f
        cross join lateral _family(_overruled_variants.tenant_id, f.family) as k
        where (k.superseded_by is null or _successor(k) is null)
            and _learning_serves(k, null, null, null, null, null, null, null, null, null)
    )
    select distinct on (o.id) o.id, n.id
    from served as o
    join served as n on n.family = o.family and n.id <> o.id
    where o.pinned_at is null
        and _may_overrule(n.rank, n.created_at, n.last_seen_at, n.projects, o.rank, o.created_at, o.last_seen_at, o.projects)
        and _say_otherwise(n.learning, n.distinctions, n.terms, o.learning, o.distinctions, o.terms, same => false)
    order by o.id, n.learning_hash
$$;
