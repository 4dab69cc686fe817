-- _nearest_learning: the learning that a new one repeats, or else the nearest that differs in what it is about or says:
-- in a distinction, or in one place alone ("in eu-west-1", "in eu-central-1"; "athena: …", "zeus: …").
-- No row where none of the candidates is as near as the threshold. Equal text is found by its hash, also where it was
-- withdrawn; nothing else repeats what was.
create or replace function knowledge._nearest_learning(
    tenant_id uuid,
    learning text,
    learning_hash text,
    embedding extensions.vector,
    distinctions text[],
    model text,
    threshold double precision,
    candidates uuid[]
)
returns table (id uuid, similarity double precision, duplicate boolean)
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return query
        select k.id, 1.0::double precision, true from knowledge as k
        where k.tenant_id = _nearest_learning.tenant_id and k.learning_hash = _nearest_learning.learning_hash
            and k.deleted_at is null;
    if found or candidates = '{}' then
        return;
    end if;

    return query
        select n.id, n.similarity, n.duplicate
        from (
            select
                k.id, k.learning_hash,
                1 - (case when k.model = _nearest_learning.model then k.embedding else _other_vector(
                    k.tenant_id, k.id, _nearest_learning.model
                ) end
                    <=> _nearest_learning.embedding) as similarity,
                k.distinctions = _nearest_learning.distinctions and not (d.word or d.turned or d.denial) as duplicate
            from knowledge as k
            cross join lateral _only_difference(k.learning, _nearest_learning.learning) as d
            where k.tenant_id = _nearest_learning.tenant_id and k.id = any(candidates) and k.deleted_at is null
                and k.withdrawn_at is null
        ) as n
        where n.similarity >= threshold
        order by n.duplicate desc, n.similarity desc, n.learning_hash
        limit 1;
end $$;
