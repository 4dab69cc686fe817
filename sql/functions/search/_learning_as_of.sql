-- _learning_as_of: a learning as it is, or given "as_of" as it was then (_as_it_was); no row where there is none.
-- The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._learning_as_of(tenant_id uuid, id uuid, as_of timestamptz)
returns setof knowledge.knowledge
language sql
stable
as $$
    (
        select k.* from knowledge as k
        where _learning_as_of.as_of is null and k.tenant_id = _learning_as_of.tenant_id and k.id = _learning_as_of.id
        limit 1
    )
    union all
    (
        select w.*
        from knowledge as k
        cross join lateral _as_it_was(k, _learning_as_of.as_of) as w
        where _learning_as_of.as_of is not null and k.tenant_id = _learning_as_of.tenant_id and k.id = _learning_as_of.id
        limit 1
    )
$$;
