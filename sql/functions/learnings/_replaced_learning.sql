-- _replaced_learning: which learning a new one replaces that says so: the nearest about the same thing, or null.
-- As near as a paraphrase's half, of a run before, and one of its words of weight is in the new one's text: a statement
-- that overrules another mentions what it is about. One that is superseded already stands for what superseded it.
create or replace function knowledge._replaced_learning(
    tenant_id uuid, new knowledge.knowledge, model text, embedding extensions.vector
)
returns uuid
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return (
        select k.id
        from unnest(_nearest_learnings(
            _replaced_learning.tenant_id, _replaced_learning.embedding, _replaced_learning.model, 20
        )) as c (id)
        join knowledge as k on k.tenant_id = _replaced_learning.tenant_id and k.id = c.id
        cross join lateral (
            select 1 - (case when k.model = _replaced_learning.model then k.embedding else _other_vector(
                        k.tenant_id, k.id, _replaced_learning.model
                    ) end
                <=> _replaced_learning.embedding) as cosine
        ) as s
        where k.id <> (_replaced_learning.new).id and k.deleted_at is null and k.withdrawn_at is null
            and _speaks_for((_replaced_learning.new).projects, k.projects)
            and (
                k.distinctions <> (_replaced_learning.new).distinctions
                or _names_replaced((_replaced_learning.new).learning, k.learning)
            )
            and s.cosine >= 0.6
            and (
                select count(*) from unnest(k.terms) as t (term) where t.term = any((_replaced_learning.new).terms)
            ) >= 0.5 * cardinality(k.terms)
        order by s.cosine desc, k.learning_hash
        limit 1
    );
end $$;
