-- _nearest_learning: the learning that a new one repeats, or else the nearest that differs in a distinction alone.
-- No row where nothing is as near as the threshold. Equal text is found by its hash, without a scan.
create or replace function knowledge._nearest_learning(
    tenant_id uuid,
    learning_hash text,
    embedding extensions.vector,
    distinctions text[],
    model text,
    threshold double precision
)
returns table (id uuid, similarity double precision, duplicate boolean)
language plpgsql
as $$
#variable_conflict use_column
begin
    return query
        select k.id, 1.0::double precision, true from knowledge as k
        where k.tenant_id = _nearest_learning.tenant_id and k.learning_hash = _nearest_learning.learning_hash;
    if found then
        return;
    end if;

    return query
        select n.id, n.similarity, n.duplicate
        from (
            select
                k.id,
                1 - (k.embedding <=> _nearest_learning.embedding) as similarity,
                k.distinctions = _nearest_learning.distinctions as duplicate
            from knowledge as k
            where k.tenant_id = _nearest_learning.tenant_id and k.model = _nearest_learning.model
            union all
            select
                k.id,
                1 - (e.embedding <=> _nearest_learning.embedding) as similarity,
                k.distinctions = _nearest_learning.distinctions as duplicate
            from learning_embeddings as e
            join knowledge as k on k.tenant_id = e.tenant_id and k.id = e.id
            where e.tenant_id = _nearest_learning.tenant_id and e.model = _nearest_learning.model
        ) as n
        where n.similarity >= threshold
        order by n.duplicate desc, n.similarity desc, n.id
        limit 1;
end $$;
