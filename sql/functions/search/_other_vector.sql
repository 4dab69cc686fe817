-- _other_vector: a learning's vector of another model than the one in its row; null where it has none.
-- Asked for only while the tenant's model changes.
create or replace function knowledge._other_vector(tenant_id uuid, id uuid, model text)
returns extensions.vector
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return (
        select e.embedding from learning_embeddings as e
        where e.tenant_id = _other_vector.tenant_id and e.id = _other_vector.id and e.model = _other_vector.model
    );
end $$;
