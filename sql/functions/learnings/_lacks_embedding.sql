-- _lacks_embedding: whether a learning has no vector of the model, in its row or beside it.
-- Such a learning is not found by a question that this model embedded.
create or replace function knowledge._lacks_embedding(learning knowledge.knowledge, model text)
returns boolean
language sql
stable
as $$
    select learning.model <> _lacks_embedding.model and not exists (
        select from learning_embeddings as e
        where e.tenant_id = learning.tenant_id and e.id = learning.id and e.model = _lacks_embedding.model
    )
$$;
