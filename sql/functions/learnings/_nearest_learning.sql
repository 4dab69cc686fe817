-- _nearest_learning: the learning that a new one repeats, or else the nearest that differs in what it is about or says:
-- in a distinction, or in one place alone ("in eu-west-1", "in eu-central-1"; "athena: …", "zeus: …"), or may deny it.
-- No row where none of the candidates is as near as the threshold. Equal text is found by its hash, also where it was
-- withdrawn; nothing else repeats what was. What is "held" is near to what is held alone: nobody has read it yet, so it
-- takes in nothing that may be served, and is taken in by none of it.
create or replace function knowledge._nearest_learning(
    tenant_id uuid,
    learning text,
    learning_hash text,
    embedding extensions.vector,
    distinctions text[],
    model text,
    threshold double precision,
    candidates uuid[],
    held boolean
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
        -- Two texts are held against each other where nothing else parts them: of a batch alike that is one pair in many.
        select
            n.id, n.similarity,
            case when n.similarity >= threshold and n.alike then
                not _may_turn(n.learning, _nearest_learning.learning)
                and (select not (d.word or d.turned or d.denial) from _only_difference(n.learning, _nearest_learning.learning) as d)
            else false end as duplicate
        from (
            select
                k.id, k.learning_hash, k.learning,
                k.distinctions = _nearest_learning.distinctions or _differ_in_case(
                    k.learning, _nearest_learning.learning, k.distinctions, _nearest_learning.distinctions
                ) as alike,
                1 - (case when k.model = _nearest_learning.model then k.embedding else _other_vector(
                    k.tenant_id, k.id, _nearest_learning.model
                ) end
                    <=> _nearest_learning.embedding) as similarity
            from knowledge as k
            where k.tenant_id = _nearest_learning.tenant_id and k.id = any(candidates) and k.deleted_at is null
                and k.withdrawn_at is null and (k.held_at is not null) = _nearest_learning.held
        ) as n
        where n.similarity >= threshold
        order by duplicate desc, n.similarity desc, n.learning_hash
        limit 1;
end $$;
