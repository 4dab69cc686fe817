-- _family: a learning and its variants: those that are as near as a duplicate and differ in what they say.
-- The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._family(tenant_id uuid, id uuid)
returns setof knowledge.knowledge
language sql
stable
as $$
    select k.* from knowledge as k where k.tenant_id = _family.tenant_id and k.id = _family.id
    union all
    select k.* from knowledge as k where k.tenant_id = _family.tenant_id and k.variant_of = _family.id
$$;
