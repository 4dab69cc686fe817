-- find_vectors: the vectors that a model made of these texts before, as text; no row for a text that it made none of.
-- "items" are {learning, distinctions} as upsert_knowledge takes them: the same text, letter by letter, has one vector.
create or replace function knowledge.find_vectors(tenant_id uuid, model text, items jsonb)
returns table (learning text, embedding text)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_vectors.tenant_id);
    return query
        select k.learning, v.embedding::text
        from jsonb_array_elements(find_vectors.items) as i
        join knowledge as k on k.tenant_id = find_vectors.tenant_id and k.deleted_at is null
            and k.learning_hash = _learning_hash(
                i.value ->> 'learning', array(select jsonb_array_elements_text(i.value -> 'distinctions'))
            )
            and k.learning = i.value ->> 'learning'
        cross join lateral (
            select case when k.model = find_vectors.model
                then k.embedding else _other_vector(k.tenant_id, k.id, find_vectors.model)
            end as embedding
        ) as v
        where v.embedding is not null;
end $$;
