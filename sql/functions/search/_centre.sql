-- _centre: where the middle of a tenant's rows lies: what all of them have in common, as a vector.
-- A row near it is near to every question; how far it goes in a question's direction is told without it.
-- The mean of 100 rows, in the order of hashes of their texts, is as good as the mean of all, and the same wherever the
-- rows are stored. Of few it is mostly these rows themselves: twenty about nothing are counted with them.
-- Not in SQL: up to PostgreSQL 17 such a function is planned anew by every question. Without sorts: of a table of many
-- small tenants the planner takes a large one for small, and would read all of its rows to have the first 50.
create or replace function knowledge._centre(tenant_id uuid, model text)
returns extensions.vector
language plpgsql
stable
set enable_sort = off
as $$
#variable_conflict use_column
begin
    return (
        with learned as (
            select k.embedding from knowledge as k
            where k.tenant_id = _centre.tenant_id and k.model = _centre.model and k.deleted_at is null
            order by k.learning_hash
            limit 50
        ),
        cut as (
            select e.embedding from knowledge_embeddings as e
            where e.tenant_id = _centre.tenant_id and e.model = _centre.model and not e.is_copy
            order by e.id
            limit 50
        )
        select sum(l2_normalize(r.embedding))::vector * array_fill((1 / (20.0 + count(*)))::real, array[min(vector_dims(r.embedding))])::vector
        from (select * from learned union all select * from cut) as r
        having count(*) > 0
    );
end $$;
