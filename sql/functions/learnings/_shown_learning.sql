-- _shown_learning: one learning as people are shown it,
-- also where search shows a variant in its place.
create or replace function knowledge._shown_learning(learning knowledge.knowledge)
returns jsonb
language sql
stable
as $$
    select _learning_row(learning, (
        select o.by from _overruled_variants(learning.tenant_id, learning.id) as o where o.id = learning.id
    ))
$$;
