-- match_knowledge: the learnings and document chunks that answer a question, best first, and every signal of each.
-- The score is cosine plus coverage ("mode" hybrid), or one of them alone (dense, keyword), and for a chunk what its
-- neighbours lift it by. Among equals, to two decimals, what helped, recurred or was seen last comes first. Given
-- "rule_count", standing rules are answered beside the others, and counted apart; "by_part", "match_count" is of each part
-- of the answer, so that long files, whose chunks lift one another, crowd out no learning. "match_threshold" is of the score
-- without the lift. What a learning overrules stands behind it, at half its score; a chunk that says what a learning of
-- the answer says is among its "sources". Given for_run_id it also notes what was handed to that run.
create or replace function knowledge.match_knowledge(
    tenant_id uuid,
    query_embedding extensions.vector,
    model text,
    match_count integer default 5,
    match_threshold double precision default null,
    of_agent_type text default null,
    for_run_id text default null,
    of_scope text default null,
    of_tags text[] default null,
    of_kind text default null,
    of_source_type text default null,
    question text default null,
    mode text default 'hybrid',
    rule_count integer default 0,
    rule_threshold double precision default null,
    of_project text default null,
    since timestamptz default null,
    until timestamptz default null,
    as_of timestamptz default null,
    by_part boolean default false
)
returns table (
    id uuid,
    learning text,
    part text,
    similarity double precision,
    coverage double precision,
    lift double precision,
    score double precision,
    matched_terms text[],
    rule boolean,
    frequency integer,
    kind text,
    tags text[],
    agent_type text,
    agent_types text[],
    projects text[],
    authority text,
    run_outcome text,
    outcome_bound double precision,
    work_order_id text,
    run_id text,
    variant_of uuid,
    supersedes uuid,
    superseded_by uuid,
    created_at timestamptz,
    last_seen_at timestamptz,
    scope text,
    source_type text,
    source jsonb,
    sources jsonb,
    age_days double precision,
    rows_considered bigint,
    path text
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
declare
    _asked search_question;
    _wanted search_filter := (
        of_project, of_agent_type, of_scope, nullif(of_tags, '{}'), of_kind, of_source_type,
        match_knowledge.since, match_knowledge.until, match_knowledge.as_of
    );
    _embedding vector := case when mode <> 'keyword' then query_embedding end;
    _best integer := greatest(50, 2 * match_count);
    _rules uuid[] := '{}';
    _rows bigint;
    _every boolean;
begin
    perform _act_as(match_knowledge.tenant_id);
    if mode <> 'dense' then
        select q.* into _asked from _question(match_knowledge.tenant_id, coalesce(match_knowledge.question, '')) as q;
    end if;
    _rows := coalesce(
        (select v.rows from vocabulary as v where v.tenant_id = match_knowledge.tenant_id and v.term = 0), 0
    );
    _every := _rows <= _exact_scan_limit() or _embedding is null;
    if rule_count > 0 then
        _rules := array(
            select k.id from knowledge as k
            where k.tenant_id = match_knowledge.tenant_id and k.standing
            order by k.last_seen_at desc
            limit 1000
        );
    end if;

    return query
        with found as materialized (
            select f.id, f.cosine, f.coverage from _find_learnings(
                match_knowledge.tenant_id, _embedding, match_knowledge.model, _asked, _wanted, _best, _every
            ) as f
            union
            select s.id, s.cosine, s.coverage from _score_learnings(
                match_knowledge.tenant_id, _embedding, match_knowledge.model, _asked, _wanted, _rules, greatest(50, 2 * rule_count)
            ) as s
            where _rules <> '{}'
        ),
        learned as materialized (
            select f.cosine, f.coverage, f.cosine + f.coverage as relevance, k as learning
            from found as f
            join knowledge as k on k.tenant_id = match_knowledge.tenant_id and k.id = f.id
        ),
        -- What overrules what. A variant that the question asks for by name stands where it is.
        pairs as (
            select n.learning as one, o.learning as other, o.relevance, true as stated
            from learned as o
            join learned as n on (n.learning).id = (o.learning).superseded_by
            union all
            select n.learning, o.learning, o.relevance, false
            from learned as o
            join learned as n
                on coalesce((n.learning).variant_of, (n.learning).id) = coalesce((o.learning).variant_of, (o.learning).id)
            where (n.learning).id <> (o.learning).id
        ),
        overruled as materialized (
            select (p.other).id as id, (p.one).id as by, p.relevance, p.stated
            from pairs as p
            where _overrules(p.one, p.other, match_knowledge.as_of) and (p.stated or not exists (
                select from unnest((p.other).terms) as t (term)
                where t.term = any(_asked.terms) and t.term <> all((p.one).terms)
            ))
        ),
        matches as (
            select
                (l.learning).id, null::text as file_path, null::integer as chunk_index, null::uuid as generation,
                l.cosine, l.coverage, 0::double precision as lift, greatest(l.relevance, h.relevance) as relevance,
                                _outcome_bound((l.learning).useful, (l.learning).wrong) as bound,
                (l.learning).frequency, (l.learning).last_seen_at as seen,
                (l.learning).standing and rule_count > 0 as ruling, h.id as supersedes, o.by as superseded_by,
                case when by_part then _part(false, (l.learning).kind) end as part
            from learned as l
            left join lateral (
                select o.by from overruled as o where o.id = (l.learning).id order by o.stated desc, o.by limit 1
            ) as o on true
            left join lateral (
                select h.id, h.relevance from overruled as h where h.by = (l.learning).id
                order by h.stated desc, h.relevance desc, h.id limit 1
            ) as h on true
            union all
            select
                c.id, c.file_path, c.chunk_index, c.generation, c.cosine, c.coverage, c.lift, c.cosine + c.coverage,
                0, 1, null, false, null, null, case when by_part then 'passage' end
            from _find_chunks(
                match_knowledge.tenant_id, _embedding, match_knowledge.model, _asked, _wanted, _best, _every
            ) as c
        ),
        ranked as materialized (
            select m.*, r.score, row_number() over (
                partition by m.ruling, m.part
                order by r.score desc, m.superseded_by is not null, m.bound desc, m.frequency desc, m.seen desc nulls last, m.id, m.chunk_index
            ) as place
            from matches as m
            cross join lateral (
                select round((
                    m.relevance + m.lift - case when m.superseded_by is null then 0 else 0.5 * abs(m.relevance) end
                )::numeric, 2)::double precision as score
            ) as r
            where case when m.ruling then coalesce(rule_threshold, match_threshold) else match_threshold end is null
                or m.relevance >= case when m.ruling then coalesce(rule_threshold, match_threshold) else match_threshold end
        ),
        shown as materialized (
            select r.*, k as learning, e as chunk
            from ranked as r
            left join knowledge as k
                on r.file_path is null and k.tenant_id = match_knowledge.tenant_id and k.id = r.id
            left join knowledge_embeddings as e
                on e.tenant_id = match_knowledge.tenant_id and e.model = match_knowledge.model
                    and e.file_path = r.file_path and e.chunk_index = r.chunk_index and e.generation = r.generation
            where r.place <= case when r.ruling then rule_count else 2 * match_count end
        ),
        -- A chunk adds nothing where it holds a learning's words, and no further word of the question.
        folded as materialized (
            select distinct on (c.id, c.chunk_index) c.id, c.file_path, c.chunk_index, l.id as into_id, c.chunk
            from shown as c
            join shown as l on l.file_path is null and (l.ruling or l.place <= match_count)
            where c.file_path is not null
                and cardinality((l.learning).terms) > 2
                and -((l.learning).kw <#> (c.chunk).kw) > 0.5 * cardinality((l.learning).terms)
                and (
                    select count(*) from unnest((l.learning).terms) as t (term) where t.term = any((c.chunk).terms)
                ) >= 0.9 * cardinality((l.learning).terms)
                and not exists (
                    select from unnest(_asked.terms) as t (term)
                    where t.term = any((c.chunk).terms) and t.term <> all((l.learning).terms)
                )
            order by c.id, c.chunk_index, l.score desc, l.id
        ),
        best as materialized (
            select b.*
            from (
                select s.*, row_number() over (partition by s.ruling, s.part order by s.place) as rank
                from shown as s
                where not exists (
                    select from folded as f
                    where f.id = s.id and f.file_path = s.file_path and f.chunk_index = s.chunk_index
                )
            ) as b
            where b.rank <= case when b.ruling then rule_count else match_count end
        ),
        noted as (
            insert into served (tenant_id, run_id, id, similarity)
            select distinct on (b.id) match_knowledge.tenant_id, for_run_id, b.id, b.cosine from best as b
            where for_run_id is not null
            order by b.id
            on conflict (tenant_id, run_id, id) do nothing
        )
        select
            b.id, coalesce((b.learning).learning, (b.chunk).chunk_text),
            _part((b.learning).standing, coalesce((b.learning).kind, 'chunk')),
            b.cosine, b.coverage, b.lift, b.score,
            array(
                select t.word from unnest(_asked.words, _asked.terms) with ordinality as t (word, term, place)
                where t.term = any(coalesce((b.learning).terms, (b.chunk).terms))
                order by t.place
            ),
            coalesce((b.learning).standing, false), b.frequency, coalesce((b.learning).kind, 'chunk'),
            coalesce((b.learning).tags, (b.chunk).tags), (b.learning).agent_type,
            coalesce((b.learning).agent_types, '{}'),
            coalesce((b.learning).projects, array_remove(array[(b.chunk).project], null)),
            coalesce((b.learning).authority, case when (b.chunk).scope in ('user', 'system') then (b.chunk).scope else 'learned' end),
            (b.learning).run_outcome, b.bound, (b.learning).work_order_id, (b.learning).run_id,
            (b.learning).variant_of, coalesce(b.supersedes, (b.learning).supersedes), b.superseded_by,
            coalesce((b.learning).created_at, (b.chunk).updated_at),
            coalesce((b.learning).last_seen_at, (b.chunk).updated_at),
            coalesce((b.learning).authority, (b.chunk).scope), coalesce((b.chunk).source_type, 'learning'),
            _chunk_source(b.chunk, coalesce(v.version, f.version)),
            coalesce((
                select jsonb_agg(_chunk_source(o.chunk, null) order by o.file_path, o.chunk_index)
                from folded as o where o.into_id = b.id
            ), '[]'),
            extract(epoch from coalesce(match_knowledge.as_of, now())
                - coalesce((b.learning).last_seen_at, (b.chunk).updated_at))::double precision / 86400,
            _rows, case when _every then 'exact' else 'signature' end
        from best as b
        left join indexed_files as f
            on f.tenant_id = (b.chunk).tenant_id and f.model = (b.chunk).model and f.file_path = (b.chunk).file_path
        left join knowledge_files as v
            on v.tenant_id = f.tenant_id and v.file_path = f.file_path and btrim(v.etag, '"') = f.etag
        order by b.ruling desc, b.score desc, b.rank, b.id;
end $$;
