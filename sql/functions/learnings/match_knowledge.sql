-- match_knowledge: the learnings and document chunks nearest to a question, best first, and where each comes from.
-- Learnings are read all: complete, and faster than an index with a tenant filter up to the largest tier. Chunks: see
-- _nearest_chunks. Each filter given must hold: a chunk is of no agent type, a learning of scope "learned" and source
-- type "learning". Given for_run_id it also notes what was handed to that run.
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
    of_source_type text default null
)
returns table (
    id uuid,
    learning text,
    similarity double precision,
    frequency integer,
    score double precision,
    kind text,
    tags text[],
    agent_type text,
    work_order_id text,
    run_id text,
    variant_of uuid,
    created_at timestamptz,
    last_seen_at timestamptz,
    scope text,
    source_type text,
    source jsonb
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(match_knowledge.tenant_id);
    return query
        with learned as (
            select
                k.id, null::text as file_path, null::integer as chunk_index, k.frequency,
                1 - (case when k.model = match_knowledge.model then k.embedding else e.embedding end <=> query_embedding)
                    as similarity
            from knowledge as k
            left join learning_embeddings as e
                on e.tenant_id = k.tenant_id and e.id = k.id
                    and e.model = match_knowledge.model and k.model <> match_knowledge.model
            where k.tenant_id = match_knowledge.tenant_id
                and (k.model = match_knowledge.model or e.id is not null)
                and (of_agent_type is null or k.agent_type = of_agent_type)
                and (of_scope is null or of_scope = 'learned')
                and (of_tags is null or k.tags @> of_tags)
                and (of_kind is null or k.kind = of_kind)
                and (of_source_type is null or of_source_type = 'learning')
        ),
        chunks as (
            select c.id, c.file_path, c.chunk_index, 1 as frequency, c.similarity
            from _nearest_chunks(
                match_knowledge.tenant_id, query_embedding, match_knowledge.model, match_count,
                of_scope, of_tags, of_source_type
            ) as c
            where of_agent_type is null and (of_kind is null or of_kind = 'chunk')
        ),
        best as (
            select u.*, _rank(u.similarity, u.frequency) as score
            from (select l.* from learned as l union all select c.* from chunks as c) as u
            where match_threshold is null or u.similarity >= match_threshold
            order by score desc, u.id
            limit match_count
        ),
        noted as (
            insert into served (tenant_id, run_id, id, similarity)
            select match_knowledge.tenant_id, for_run_id, b.id, b.similarity from best as b
            where for_run_id is not null
            on conflict (tenant_id, run_id, id) do nothing
        )
        select
            b.id, coalesce(k.learning, e.chunk_text), b.similarity, b.frequency, b.score,
            coalesce(k.kind, 'chunk'), coalesce(k.tags, e.tags), k.agent_type, k.work_order_id,
            k.run_id, k.variant_of, coalesce(k.created_at, e.updated_at), coalesce(k.last_seen_at, e.updated_at),
            case when k.id is null then e.scope else 'learned' end, coalesce(e.source_type, 'learning'),
            _chunk_source(e, coalesce(v.version, f.version))
        from best as b
        left join knowledge as k
            on b.file_path is null and k.tenant_id = match_knowledge.tenant_id and k.id = b.id
        left join knowledge_embeddings as e
            on e.tenant_id = match_knowledge.tenant_id and e.model = match_knowledge.model
                and e.file_path = b.file_path and e.chunk_index = b.chunk_index
                and e.generation <> all (array(select _staged(match_knowledge.tenant_id)))
        left join indexed_files as f
            on f.tenant_id = e.tenant_id and f.model = e.model and f.file_path = e.file_path
        left join knowledge_files as v
            on v.tenant_id = f.tenant_id and v.file_path = f.file_path and btrim(v.etag, '"') = f.etag
        order by b.score desc, b.id;
end $$;
