-- _held_learnings: how many learnings a tenant has, of those that count against its tier.
-- What was deleted does not.
create or replace function knowledge._held_learnings(tenant_id uuid)
returns integer
language sql
stable
as $$
    select count(*)::integer from knowledge as k
    where k.tenant_id = _held_learnings.tenant_id and k.deleted_at is null
$$;
