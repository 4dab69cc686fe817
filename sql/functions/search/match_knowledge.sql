-- match_knowledge: the learnings and document chunks that answer a question, best first, and every signal of each.
-- The score is cosine plus coverage ("mode" hybrid), or one of them alone (dense, keyword), less what a row has in
-- common with all (_centre), and for a chunk what its neighbours add or take; it is answered with what stands around
-- it (_stand_apart). What helped, or misled, counts a tenth of its bound more or less: as much as tells two apart that
-- are about as near. Among equals, to two decimals, what recurred or was seen last comes first. Given
-- "rule_count", standing rules are answered beside the others, and counted apart; "by_part", "match_count" is of each
-- of the other parts, so that chunks crowd out no learning; what is pinned comes first of the rules. "match_threshold"
-- is of cosine plus coverage. What a learning overrules stands behind it, at half its score; a chunk that says what a
-- learning of the answer says is among its "sources". "retracted" is what a file of a run may say that a learning says
-- no more (_retracted); null where there is nothing, and of all else. With "of_user", what was uploaded for another
-- user is left out.
-- "for_run_id", with what is noted by it, and "rule_threshold" are of the release before and go with the next:
-- note_served notes what was handed to a run.
-- "limit 1": one look-up a row, by its key. Of a table of many small tenants the planner takes a large one for small,
-- and would begin with reading all of it.
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
    by_part boolean default false,
    of_months text[] default null,
    of_user text default null
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
    path text,
    pinned boolean,
    reported boolean,
    retracted jsonb
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set enable_material = off
set jit = off
as $$
#variable_conflict use_column
declare
    _asked search_question;
    _words text[];
    _terms integer[];
    _wanted search_filter;
    _unfiltered search_filter;
    _others jsonb;
    _embedding vector := case when mode <> 'keyword' then query_embedding end;
    _centre vector;
    _norm double precision;
    _direction vector;
    _weights sparsevec;
    _total double precision;
    _best integer := greatest(30, 2 * match_count);
    _rules uuid[] := '{}';
    _persons uuid[] := '{}';
    _rows bigint;
    _every boolean;
begin
    perform _act_as(match_knowledge.tenant_id);
    _others := _files_of_others(match_knowledge.tenant_id, match_knowledge.of_user);
    _wanted := (
        of_project, of_agent_type, of_scope, nullif(of_tags, '{}'), of_kind, of_source_type,
        since, until, as_of, _others
    );
    _unfiltered := (of_project, null, null, null, null, null, null, null, as_of, _others);
    -- Before the question, which lists no rows up to the same limit: what comes meanwhile leaves none out.
    _rows := coalesce(
        (select v.rows from vocabulary as v where v.tenant_id = match_knowledge.tenant_id and v.term = 0), 0
    );
    if mode <> 'dense' then
        select q.* into _asked from _question(
            match_knowledge.tenant_id, coalesce(match_knowledge.question, ''), match_knowledge.of_months
        ) as q;
        _words := _asked.words;
        _terms := _asked.terms;
        _weights := _asked.weights;
        _total := _asked.total;
    end if;
    if _embedding is not null then
        _centre := _centre(match_knowledge.tenant_id, match_knowledge.model);
        _norm := nullif(vector_norm(_centre), 0);
        _direction := coalesce(l2_normalize(_embedding) - _centre, l2_normalize(_embedding));
    end if;
    _every := _rows <= _exact_scan_limit() or _embedding is null;
    if rule_count > 0 then
        _rules := array(
            select k.id from knowledge as k
            where k.tenant_id = match_knowledge.tenant_id and k.standing
            order by k.last_seen_at desc
            limit 1000
        );
        -- Apart, so that no number of others, nearer or later, leaves them out.
        _persons := array(
            select k.id from knowledge as k
            where k.tenant_id = match_knowledge.tenant_id and (k.authority = 'user' or k.pinned_at is not null)
            order by k.last_seen_at desc
            limit 1000
        );
    end if;

    return query
        with candidates as materialized (
            -- Rules may be the nearest of all, and have a part of their own.
            select f as id from _find_learnings(
                match_knowledge.tenant_id, _direction, match_knowledge.model, _asked, _wanted,
                _best + least(cardinality(_rules), 100), _every
            ) as f
            union
            select s.id from _score_learnings(
                match_knowledge.tenant_id, _direction, match_knowledge.model, _asked, _wanted, _rules, greatest(50, 2 * rule_count)
            ) as s
            where _rules <> '{}'
            union
            select s.id from _score_learnings(
                match_knowledge.tenant_id, _direction, match_knowledge.model, _asked, _wanted, _persons, greatest(50, 2 * rule_count)
            ) as s
            where _persons <> '{}'
        ),
        -- What the filter leaves out is not answered, and overrules all the same.
        bearing as (
            select c.id, true as asked from candidates as c
            union all
            select o, false from _find_overruling(
                match_knowledge.tenant_id, _direction, match_knowledge.model, _asked, _unfiltered,
                array(select c.id from candidates as c), _best, _every
            ) as o
            where _wanted is distinct from _unfiltered
        ),
        learned as materialized (
            select
                f.id, f.asked, k.learning_hash collate "C" as hash,
                s.cosine, s.coverage, s.common, s.cosine + s.coverage - s.common as relevance,
                coalesce(k.variant_of, k.id) as family,
                count(*) over (partition by coalesce(k.variant_of, k.id)) > 1 as varies,
                case when as_of is not null or k.superseded_by is not null then _successor(k, as_of) end as superseded_by,
                _authority_rank(k) as rank, k.created_at, k.last_seen_at, k.projects,
                k.learning, k.distinctions, k.terms, k.standing, k.pinned_at, k.kind, k.frequency,
                _outcome_bound(k.useful, k.wrong) as bound
            from bearing as f
            cross join lateral _learning_as_of(match_knowledge.tenant_id, f.id, as_of) as k
            cross join lateral (
                select case when k.model = match_knowledge.model then k.embedding else _other_vector(
                    match_knowledge.tenant_id, k.id, match_knowledge.model
                ) end as vector
            ) as v
            cross join lateral (
                select
                    coalesce(1 - (v.vector <=> _embedding), 0) as cosine,
                    coalesce(-(k.kw <#> _weights) / _total, 0) as coverage,
                    coalesce((1 - (v.vector <=> _centre)) * _norm, 0) as common
                offset 0  -- or each is computed once for the score, too
            ) as s
        ),
        -- Short statements are no variants by their vectors, though one number or negation alone makes the difference.
        likeliest as materialized (
            select n.*
            from (
                select l.*, row_number() over (partition by l.asked order by l.relevance desc, l.hash) as place
                from learned as l
                where l.superseded_by is null and cardinality(l.terms) > 1
            ) as n
            where n.place <= 12
        ),
        -- Of variants what the user wrote overrules what was learned, and what was said later the earlier, also where it
        -- is what was said before that again; two of one batch are a list. What a person pinned holds beside others.
        overruled as materialized (
            select o.id, o.hash, o.superseded_by as by, null as by_hash, o.relevance, true as stated
            from learned as o
            where o.asked and o.superseded_by is not null
            union all
            select o.id, o.hash, n.id, n.hash, o.relevance, false
            from learned as o
            join learned as n on n.family = o.family and n.id <> o.id and n.varies
            where o.asked and o.varies and o.pinned_at is null
                and _may_overrule(n.rank, n.created_at, n.last_seen_at, n.projects, o.rank, o.created_at, o.last_seen_at, o.projects)
                and o.superseded_by is null and n.superseded_by is null
                and _say_otherwise(
                    n.learning, n.distinctions, n.terms, o.learning, o.distinctions, o.terms, same => false
                )
            union all
            select o.id, o.hash, n.id, n.hash, o.relevance, false
            from likeliest as o
            join likeliest as n on n.family <> o.family
            where o.asked and o.pinned_at is null
                and _may_overrule(n.rank, n.created_at, n.last_seen_at, n.projects, o.rank, o.created_at, o.last_seen_at, o.projects)
                and _say_otherwise(
                    n.learning, n.distinctions, n.terms, o.learning, o.distinctions, o.terms, same => true
                )
            union all
            -- What took another's place is overruled by what says otherwise of that one since, unless it says the same.
            select o.id, o.hash, n.id, n.hash, o.relevance, false
            from learned as p
            join likeliest as o on o.id = p.superseded_by
            join likeliest as n on n.id <> o.id and not _own_marks(n.distinctions, p.distinctions) <@ o.distinctions
            where o.asked and o.pinned_at is null
                and _may_overrule(n.rank, n.created_at, n.last_seen_at, n.projects, o.rank, o.created_at, o.last_seen_at, o.projects)
                and _say_otherwise(
                    n.learning, n.distinctions, n.terms, p.learning, p.distinctions, p.terms, same => true
                )
        ),
        losers as materialized (
            select distinct on (o.id) o.id, o.by from overruled as o order by o.id, o.stated desc, o.by_hash
        ),
        winners as materialized (
            select distinct on (h.by) h.by, h.id, h.relevance from overruled as h
            order by h.by, h.stated desc, h.relevance desc, h.hash
        ),
        chunks as materialized (
            select
                c.*,
                row_number() over (
                    order by c.cosine + c.coverage - c.common + c.lift desc, c.file_path, c.chunk_index
                ) as place
            from _find_chunks(
                match_knowledge.tenant_id, _embedding, _centre, _direction, match_knowledge.model, _asked, _wanted, _best, _every
            ) as c
        ),
        apart as materialized (
            select a.* from _stand_apart(
                match_knowledge.tenant_id, match_knowledge.model,
                array(select c.file_path from chunks as c order by c.place),
                array(select c.chunk_index from chunks as c order by c.place),
                2 * match_count, fold => by_part, as_of => as_of
            ) as a
        ),
        matches as (
            select
                l.id, l.hash, null::text as file_path, null::integer as chunk_index, null::uuid as generation,
                null::integer as first, null::integer as last,
                l.cosine, l.coverage, l.common, 0::double precision as lift, greatest(l.relevance, h.relevance) as relevance,
                l.bound, l.frequency, l.last_seen_at as seen, l.standing and rule_count > 0 as ruling, l.rank = 3 as persons,
                l.pinned_at is not null and o.id is null as pinned,
                h.id as supersedes, o.by as superseded_by,
                case when by_part then _part(l.standing and rule_count > 0, l.kind) end as part
            from learned as l
            left join losers as o on o.id = l.id
            left join winners as h on h.by = l.id
            where l.asked
            union all
            select
                c.id, c.file_path as hash, c.file_path, c.chunk_index, c.generation, a.first, a.last,
                c.cosine, c.coverage, c.common, c.lift, c.cosine + c.coverage - c.common,
                0, 1, null, false, false, false, null, null, case when by_part then 'passage' end
            from apart as a
            cross join lateral (select c.* from chunks as c where c.place = a.place limit 1) as c
        ),
        shown as materialized (
            select r.*
            from (
                select m.*, p.score, row_number() over (
                    partition by m.ruling, m.part
                    order by m.ruling and m.pinned desc, m.ruling and m.persons desc, p.score desc,
                        m.superseded_by is not null, m.frequency desc,
                        m.seen desc nulls last, m.hash, m.chunk_index
                ) as place
                from matches as m
                cross join lateral (
                    select round(100 * (
                        m.relevance + m.lift - case when m.superseded_by is null then 0 else 0.5 * abs(m.relevance) end
                        + 0.1 * m.bound
                    )) / 100 as score
                ) as p
                where (case when m.ruling then coalesce(rule_threshold, match_threshold) else match_threshold end
                    <= m.relevance + m.common) is not false
            ) as r
            where r.place <= case when r.ruling then rule_count else 2 * match_count end
        ),
        -- A chunk is told by a learning where it holds the learning's words, no further word of the question, and adds
        -- nothing to it; not what counts more than the learning. Beside a rule it tells of what the rule is about.
        sayings as materialized (
            select
                l.id, l.hash, l.score, l.coverage, k.learning, k.kw, k.terms, cardinality(k.terms) as size, k.rank
            from shown as l
            cross join lateral (
                select k.learning, k.kw, k.terms, _authority_rank(k) as rank from knowledge as k
                where k.tenant_id = match_knowledge.tenant_id and k.id = l.id
                limit 1
            ) as k
            where l.file_path is null and not l.ruling and l.place <= match_count and cardinality(k.terms) > 2
        ),
        passages as materialized (  -- or each is looked up for every one of these
            select
                c.id, c.file_path, c.chunk_index, c.generation, c.coverage, e.kw, e.terms, e.tag_terms, e.chunk_text,
                case coalesce(e.authority, e.scope) when 'user' then 3 when 'system' then 2 else 0 end as rank
            from shown as c
            cross join lateral (
                select e.kw, e.terms, e.tag_terms, e.chunk_text, e.authority, e.scope
                from knowledge_embeddings as e
                where e.tenant_id = match_knowledge.tenant_id and e.model = match_knowledge.model
                    and e.file_path = c.file_path and e.chunk_index = c.chunk_index and e.generation = c.generation
                limit 1
            ) as e
            where c.file_path is not null
        ),
        folded as materialized (
            select distinct on (c.file_path, c.chunk_index) c.id, c.file_path, c.chunk_index, c.generation, l.id as into_id
            from passages as c
            -- Coverage counts a title's words once more: what is the learning and nothing else says no more by it.
            join sayings as l on l.rank >= c.rank and -(l.kw <#> c.kw) > 0.5 * l.size and (
                l.coverage >= 0.9 * c.coverage
                or (_bare(c.chunk_text) = _bare(l.learning) and (c.tag_terms && _terms) is not true)
            )
            where (select count(*) from unnest(l.terms) as t (term) where t.term = any(c.terms)) >= 0.9 * l.size
                and not exists (
                    select from unnest(_terms) as t (term) where t.term = any(c.terms) and t.term <> all(l.terms)
                )
                and _adds_nothing(c.chunk_text, l.learning)
            order by c.file_path, c.chunk_index, l.score desc, l.hash
        ),
        best as materialized (
            select b.*
            from (
                select s.*, row_number() over (partition by s.ruling, s.part order by s.place) as rank
                from shown as s
                where not exists (
                    select from folded as f where f.file_path = s.file_path and f.chunk_index = s.chunk_index
                )
            ) as b
            where b.rank <= case when b.ruling then rule_count else match_count end
        ),
        -- Of files of runs, what they say that the learning said, and says no more.
        retracted as materialized (
            select r.words, r.by, r.files, lower(left(btrim(regexp_replace(r.words, '\s+', ' ', 'g'), ' .'), 120)) as beginning
            from _retracted(match_knowledge.tenant_id) as r
            where exists (
                select from best as b where b.file_path ~ '^3-descriptions/(project=[^/]+/)?learned/'
            )
        ),
        noted as (
            insert into served (tenant_id, run_id, id, similarity)
            select distinct on (b.id) match_knowledge.tenant_id, for_run_id, b.id, b.cosine from best as b
            where for_run_id is not null
            order by b.id
            on conflict (tenant_id, run_id, id) do nothing
        )
        select
            b.id, coalesce(k.learning, (
                select rtrim(ltrim(string_agg(n.chunk_text, '' order by n.chunk_index), E'\n\r'), E' \n\r\t')
                from knowledge_embeddings as n
                where n.tenant_id = match_knowledge.tenant_id and n.model = match_knowledge.model
                    and n.file_path = b.file_path and n.chunk_index between b.first and b.last
                    and n.generation <> all (array(select s from _staged(match_knowledge.tenant_id) as s))
            )),
            _part(k.standing, coalesce(k.kind, 'chunk')),
            b.cosine, b.coverage, b.lift, b.score,
            array(
                select t.word from unnest(_words, _terms) with ordinality as t (word, term, place)
                where t.term = any(coalesce(k.terms, e.terms))
                order by t.place
            ),
            coalesce(k.standing, false), b.frequency, coalesce(k.kind, 'chunk'),
            coalesce(k.tags, e.tags), k.agent_type,
            coalesce(k.agent_types, '{}'),
            coalesce(k.projects, array_remove(array[e.project], null)),
            coalesce(
                k.authority, e.authority, case when e.scope in ('user', 'system') then e.scope else 'learned' end
            ),
            coalesce(k.run_outcome, _evidence_outcome(b.file_path, e.tags)), b.bound, k.work_order_id, k.run_id,
            k.variant_of,
            -- Which it replaces that replaced it since is past; so is what it came to replace after that time.
            nullif(coalesce(b.supersedes, case when as_of is null then k.supersedes end), b.superseded_by), b.superseded_by,
            coalesce(k.created_at, e.updated_at),
            coalesce(k.last_seen_at, e.updated_at),
            coalesce(k.authority, e.scope), coalesce(e.source_type, 'learning'),
            e.source || jsonb_build_object('chunks', array(select * from generate_series(b.first, b.last))),
            coalesce((
                select jsonb_agg(c.source order by o.file_path, o.chunk_index)
                from folded as o
                cross join lateral (
                    select _chunk_source(c, null) as source from knowledge_embeddings as c
                    where c.tenant_id = match_knowledge.tenant_id and c.model = match_knowledge.model
                        and c.file_path = o.file_path and c.chunk_index = o.chunk_index and c.generation = o.generation
                    limit 1
                ) as c
                where o.into_id = b.id
            ), '[]'),
            extract(epoch from coalesce(as_of, now())
                - coalesce(k.last_seen_at, e.updated_at))::double precision / 86400,
            _rows, case when _every then 'exact' else 'signature' end,
            b.pinned, coalesce(k.reported, false), (
                select jsonb_agg(jsonb_build_object('words', r.words, 'by', r.by) order by r.by is not null, r.words)
                from retracted as r
                where b.file_path ~ '^3-descriptions/(project=[^/]+/)?learned/' and (
                    exists (select from unnest(r.files) as f (ending) where right(b.file_path, length(f.ending)) = f.ending)
                    or (length(r.beginning) >= 8 and exists (
                        select from knowledge_embeddings as n
                        where n.tenant_id = match_knowledge.tenant_id and n.model = match_knowledge.model
                            and n.file_path = b.file_path and n.chunk_index between b.first and b.last
                            and position(r.beginning in lower(regexp_replace(
                                concat_ws(' ', array_to_string(n.breadcrumb, ' '), n.chunk_text), '\s+', ' ', 'g'
                            ))) > 0
                    ))
                )
            )
        from best as b
        left join lateral (
            select
                k.learning, k.terms, k.standing, k.kind, k.tags, k.agent_type, k.agent_types, k.projects, k.authority,
                k.run_outcome, k.work_order_id, k.run_id, k.variant_of, k.supersedes, k.created_at, k.last_seen_at, k.reported
            from _learning_as_of(match_knowledge.tenant_id, b.id, as_of) as k
            where b.file_path is null
        ) as k on true
        left join lateral (
            select
                e.terms, e.tags, e.project, e.authority, e.scope, e.source_type, e.updated_at,
                _chunk_source(e, coalesce(v.version, f.version)) as source
            from knowledge_embeddings as e
            left join indexed_files as f
                on f.tenant_id = e.tenant_id and f.model = e.model and f.file_path = e.file_path
            left join knowledge_files as v
                on v.tenant_id = f.tenant_id and v.file_path = f.file_path and btrim(v.etag, '"') = split_part(f.etag, ' ', 1)
            where e.tenant_id = match_knowledge.tenant_id and e.model = match_knowledge.model
                and e.file_path = b.file_path and e.chunk_index = b.chunk_index and e.generation = b.generation
            limit 1
        ) as e on true
        order by b.ruling desc, b.ruling and b.pinned desc, b.ruling and b.persons desc, b.score desc, b.rank, b.hash, b.chunk_index;
end $$;
