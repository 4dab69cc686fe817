-- upsert_knowledge: keeps each learning of a batch once; a near-duplicate reinforces the one that is there.
-- One row a learning, in order: inserted, reinforced, recalled (it was handed to this run and is not learned back),
-- dropped (for the reason given; nothing of it is kept) or rejected (the tier is full). The tenant's row is the lock,
-- so that concurrent batches see each other. Who may be near is looked up for eight learnings at once; what the batch
-- inserted itself may be near to those after it.
-- While the tenant's embedding model changes, each learning also has "next_embedding", of next_model: both are stored,
-- so that it is found before and after the switch, and compared by the model that has the vectors of all.
-- "by_key" says by which key, which counts "daily" times at most within 24 hours. No run speaks for the user: what an
-- item says to be the user's is "reported", and more new ones of a key than "daily" are held. A row's "held_reason"
-- is that of the learning that is kept; of one that is rejected, the item's. What a person deleted or corrected is
-- held, too (_deleted_before, _reworded_before). "advice" says why a new one supersedes nothing though it names what it
-- does, or why one that is there holds for no further project or not at all.
create or replace function knowledge.upsert_knowledge(
    tenant_id uuid,
    learnings jsonb,
    model text,
    threshold double precision default 0.92,
    run_id text default null,
    agent_type text default null,
    work_order_id text default null,
    next_model text default null,
    next_threshold double precision default null,
    project text default null,
    run_outcome text default null,
    by_key text default null,
    daily integer default null
)
returns table (
    ordinal integer, learning text, kind text, outcome text, id uuid, similarity double precision, frequency integer,
    held_reason text, advice text
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
    _most integer;
    _room integer;
    _model text;
    _next boolean;
    _compared text;
    _least double precision;
    _embeddings vector[];
    _near uuid[];
    _embedding vector(384);
    _new uuid[] := '{}';
    _item jsonb;
    _hash text;
    _distinctions text[];
    _near_id uuid;
    _duplicate boolean;
    _reported boolean;
    _ended text;
    _end timestamptz;
begin
    perform _act_as(upsert_knowledge.tenant_id);

    select _entry_limit(t.tier), t.model into _most, _model from tenants as t
    where t.tenant_id = upsert_knowledge.tenant_id
    for no key update;
    if not found then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    end if;
    if _model is null then
        update tenants as t set model = upsert_knowledge.model where t.tenant_id = upsert_knowledge.tenant_id;
    end if;
    _next := coalesce(_model = next_model, false);
    _compared := case when _next then next_model else upsert_knowledge.model end;
    _least := case when _next then next_threshold else threshold end;

    _embeddings := array(
        select (e.value ->> case when _next then 'next_embedding' else 'embedding' end)::vector(384)
        from jsonb_array_elements(learnings) with ordinality as e
        order by e.ordinality
    );

    for ordinal, _item in
        select e.ordinality::integer - 1, e.value from jsonb_array_elements(learnings) with ordinality as e
    loop
        if ordinal % 8 = 0 then
            select n.near, _most - n.held into _near, _room
            from _near_any(upsert_knowledge.tenant_id, _embeddings[ordinal + 1:ordinal + 8], _compared, _least) as n;
        end if;
        learning := _item ->> 'learning';
        kind := coalesce(_item ->> 'kind', 'fact');
        held_reason := _item ->> 'held_reason';
        advice := _item ->> 'dropped';
        if advice is not null then
            outcome := 'dropped';
            learning := '';
            id := null;
            similarity := null;
            frequency := null;
            held_reason := null;
            return next;
            continue;
        end if;
        _distinctions := array(select jsonb_array_elements_text(_item -> 'distinctions'));
        _hash := _learning_hash(learning, _distinctions);
        _embedding := _embeddings[ordinal + 1];
        select n.id, n.similarity, n.duplicate into _near_id, similarity, _duplicate
        from _nearest_learning(
            upsert_knowledge.tenant_id, learning, _hash, _embedding, _distinctions, _compared, _least, _near || _new,
            held_reason is not null
        ) as n;

        -- What the caller itself states needs no check of the log's; how the run ended is told where it is known.
        _ended := coalesce(_item ->> 'run_outcome', case
            when _item ? 'authority' then upsert_knowledge.run_outcome
            else nullif(upsert_knowledge.run_outcome, 'unverified')
        end);
        if _duplicate and exists (
            select from served as s
            where s.tenant_id = upsert_knowledge.tenant_id and s.run_id = upsert_knowledge.run_id and s.id = _near_id
        ) then
            outcome := 'recalled';
            id := _near_id;
            select k.frequency, k.held_reason into frequency, held_reason from knowledge as k
            where k.tenant_id = upsert_knowledge.tenant_id and k.id = _near_id;
        elsif _duplicate then
            outcome := 'reinforced';
            id := _near_id;
            _end := (
                select k.expires_at from knowledge as k
                where k.tenant_id = upsert_knowledge.tenant_id and k.id = _near_id and k.expires_at <= now()
            );
            frequency := _reinforce(
                upsert_knowledge.tenant_id, _near_id, _item, upsert_knowledge.run_id, upsert_knowledge.agent_type,
                upsert_knowledge.project, _ended, by_key, daily
            );
            select k.held_reason, nullif(concat_ws(
                '; ',
                case
                    when k.expires_at is not null and _end is not null
                        then 'it is not served: it is a person''s word, which ended ' || to_char(_end at time zone 'utc', 'YYYY-MM-DD') || '; ask for a new end'
                    when _end is not null then 'it had expired ' || to_char(_end at time zone 'utc', 'YYYY-MM-DD') || ' and is served again'
                end,
                case
                    when k.projects <> '{}'
                        and array_position(k.projects, coalesce(_item ->> 'project', upsert_knowledge.project)) is null
                        then 'a person said for which projects it holds, and no run changes that'
                end
            ), '') into held_reason, advice
            from knowledge as k
            where k.tenant_id = upsert_knowledge.tenant_id and k.id = _near_id;
        elsif _room <= 0 then
            outcome := 'rejected';
            id := null;
            frequency := null;
        else
            outcome := 'inserted';
            frequency := 1;
            _reported := coalesce(_item ->> 'authority', '') = 'user';
            held_reason := coalesce(held_reason, case
                when _reported and _reported_lately(upsert_knowledge.tenant_id, by_key) >= daily
                    then 'more rules of a user in one day than this key''s logs may bring'
            end, (
                select format('a person deleted %s, which says the same; restore that, or release this', d.id)
                from _deleted_before(
                    upsert_knowledge.tenant_id, learning, _hash, _embedding, _distinctions, _compared, _least
                ) as d (id)
                where d.id is not null
            ), (
                select format('a person corrected %s, which was in these words; release this if it holds after all', r.id)
                from _reworded_before(upsert_knowledge.tenant_id, learning) as r (id)
                where r.id is not null
            ));
            insert into knowledge as k (
                tenant_id, learning, learning_hash, embedding, model, distinctions, variant_of, kind, tags,
                agent_type, work_order_id, run_id, projects, agent_types, run_ids, authority, reported, run_outcome, questions,
                held_at, held_reason, kw, terms, tag_terms
            )
            select
                upsert_knowledge.tenant_id, learning, _hash,
                case when _next then (_item ->> 'embedding')::vector(384) else _embedding end, upsert_knowledge.model,
                _distinctions, _near_id, kind, q.tags,
                upsert_knowledge.agent_type, upsert_knowledge.work_order_id, upsert_knowledge.run_id,
                array_remove(array[coalesce(_item ->> 'project', upsert_knowledge.project)], null),
                array_remove(array[coalesce(_item ->> 'agent_type', upsert_knowledge.agent_type)], null),
                array_remove(array[upsert_knowledge.run_id], null),
                case when _reported then 'learned' else coalesce(_item ->> 'authority', 'learned') end, _reported,
                _ended, q.questions,
                case when upsert_knowledge.held_reason is not null then now() end, upsert_knowledge.held_reason,
                w.kw, w.terms, w.tag_terms
            from (
                select
                    array(select jsonb_array_elements_text(_item -> 'questions')) as questions,
                    array(select jsonb_array_elements_text(_item -> 'tags')) as tags
            ) as q
            cross join _kw(upsert_knowledge.tenant_id, _learning_words(learning, q.questions), q.tags) as w
            returning k.id into id;
            insert into learning_embeddings (tenant_id, model, id, embedding)
            select upsert_knowledge.tenant_id, next_model, id, (_item ->> 'next_embedding')::vector(384)
            where next_model <> upsert_knowledge.model and _item ? 'next_embedding';
            advice := _supersede(
                upsert_knowledge.tenant_id, id, (_item ->> 'supersedes')::uuid, _near_id, _compared, _embedding
            );
            perform _taught(
                upsert_knowledge.tenant_id, id, upsert_knowledge.run_id, by_key, daily, _item ->> 'basis'
            );
            _new := _new || id;
            _room := _room - 1;
        end if;
        return next;
    end loop;
    perform _list_learnings(upsert_knowledge.tenant_id, _new) where _new <> '{}';
end $$;
