-- upsert_knowledge: keeps each learning of a batch once; a near-duplicate reinforces the one that is there.
-- One row a learning, in order: inserted, reinforced, recalled (it was handed to this run and is not learned back)
-- or rejected (the tier is full). The tenant's row is the lock, so that concurrent batches see each other.
create or replace function knowledge.upsert_knowledge(
    tenant_id uuid,
    learnings jsonb,
    model text,
    threshold double precision default 0.92,
    run_id text default null,
    agent_type text default null,
    work_order_id text default null
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
    _item jsonb;
    _hash text;
    _embedding vector(384);
    _distinctions text[];
    _near_id uuid;
    _duplicate boolean;
begin
    perform _act_as(upsert_knowledge.tenant_id);

    select _entry_limit(t.tier) into _room from tenants as t
    where t.tenant_id = upsert_knowledge.tenant_id
    for no key update;
    if not found then
        raise exception 'there is no such tenant; create it first' using errcode = 'PT404';
    end if;
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
            upsert_knowledge.tenant_id, _hash, _embedding, _distinctions, upsert_knowledge.model, threshold
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
            _room := _room - 1;
        end if;
        return next;
    end loop;
end $$;
