-- upsert_knowledge: keeps each learning of a batch once; a near-duplicate reinforces the one that is there.
-- One row a learning, in order: inserted, reinforced, recalled (it was handed to this run and is not learned back)
-- or rejected (the tier is full). The tenant's row is the lock, so that concurrent batches see each other.
-- While the tenant's embedding model changes, each learning also has "next_embedding", of next_model: both are stored,
-- so that it is found before and after the switch, and compared by the model that has the vectors of all.
create or replace function knowledge.upsert_knowledge(
    tenant_id uuid,
    learnings jsonb,
    model text,
    threshold double precision default 0.92,
    run_id text default null,
    agent_type text default null,
    work_order_id text default null,
    next_model text default null,
    next_threshold double precision default null
)
returns table (
    ordinal integer, learning text, kind text, outcome text, id uuid, similarity double precision, frequency integer
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _room integer;
    _model text;
    _next boolean;
    _item jsonb;
    _hash text;
    _embedding vector(384);
    _distinctions text[];
    _near_id uuid;
    _duplicate boolean;
begin
    perform _act_as(upsert_knowledge.tenant_id);

    select _entry_limit(t.tier), t.model into _room, _model from tenants as t
    where t.tenant_id = upsert_knowledge.tenant_id
    for no key update;
    if not found then
        raise exception 'there is no such tenant; create it first' using errcode = 'PT404';
    end if;
    if _model is null then
        update tenants as t set model = upsert_knowledge.model where t.tenant_id = upsert_knowledge.tenant_id;
    end if;
    _next := coalesce(_model = next_model, false);
    _room := _room - (select count(*) from knowledge as k where k.tenant_id = upsert_knowledge.tenant_id);

    for ordinal, _item in
        select e.ordinality::integer - 1, e.value from jsonb_array_elements(learnings) with ordinality as e
    loop
        learning := _item ->> 'learning';
        kind := coalesce(_item ->> 'kind', 'fact');
        _embedding := (_item ->> 'embedding')::vector(384);
        _distinctions := array(select jsonb_array_elements_text(_item -> 'distinctions'));
        _hash := _learning_hash(learning, _distinctions);

        select n.id, n.similarity, n.duplicate into _near_id, similarity, _duplicate
        from _nearest_learning(
            upsert_knowledge.tenant_id, _hash,
            case when _next then (_item ->> 'next_embedding')::vector(384) else _embedding end, _distinctions,
            case when _next then next_model else upsert_knowledge.model end,
            case when _next then next_threshold else threshold end
        ) as n;

        if _duplicate and (_item ->> 'extracted')::boolean and exists (
            select from served as s
            where s.tenant_id = upsert_knowledge.tenant_id and s.run_id = upsert_knowledge.run_id and s.id = _near_id
        ) then
            outcome := 'recalled';
            select k.id, k.frequency into id, frequency from knowledge as k
            where k.tenant_id = upsert_knowledge.tenant_id and k.id = _near_id;
        elsif _duplicate then
            outcome := 'reinforced';
            update knowledge as k
            set frequency = k.frequency + 1, last_seen_at = clock_timestamp()
            where k.tenant_id = upsert_knowledge.tenant_id and k.id = _near_id
            returning k.id, k.frequency into id, frequency;
        elsif _room <= 0 then
            outcome := 'rejected';
            id := null;
            frequency := null;
        else
            outcome := 'inserted';
            insert into knowledge as k (
                tenant_id, learning, learning_hash, embedding, model, distinctions, variant_of, kind, tags,
                agent_type, work_order_id, run_id
            )
            values (
                upsert_knowledge.tenant_id, learning, _hash, _embedding, upsert_knowledge.model, _distinctions, _near_id, kind,
                array(select jsonb_array_elements_text(_item -> 'tags')),
                upsert_knowledge.agent_type, upsert_knowledge.work_order_id, upsert_knowledge.run_id
            )
            returning k.id, k.frequency into id, frequency;
            insert into learning_embeddings (tenant_id, model, id, embedding)
            select upsert_knowledge.tenant_id, next_model, id, (_item ->> 'next_embedding')::vector(384)
            where next_model <> upsert_knowledge.model and _item ? 'next_embedding';
            _room := _room - 1;
        end if;
        return next;
    end loop;
end $$;
