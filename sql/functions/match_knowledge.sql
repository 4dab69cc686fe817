-- match_knowledge: the learnings nearest to a question, best first, and every signal that placed them.
-- An exact scan of the tenant's rows: complete, and faster than an index with a tenant filter up to the largest tier.
-- Given for_run_id it also notes what was handed to that run.
create or replace function knowledge.match_knowledge(
    tenant_id uuid,
    query_embedding extensions.vector,
    model text,
    match_count integer default 5,
    match_threshold double precision default null,
    of_agent_type text default null,
    for_run_id text default null
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
    last_seen_at timestamptz
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(match_knowledge.tenant_id);
    return query
        with nearest as (
            select k.*, (1 - (k.embedding <=> query_embedding)) as similarity
            from knowledge as k
            where k.tenant_id = match_knowledge.tenant_id
                and k.model = match_knowledge.model
                and (of_agent_type is null or k.agent_type = of_agent_type)
        ),
        best as (
            select n.*, _rank(n.similarity, n.frequency) as score from nearest as n
            where match_threshold is null or n.similarity >= match_threshold
            order by score desc, n.id
            limit match_count
        ),
        noted as (
            insert into served (tenant_id, run_id, id, similarity)
            select b.tenant_id, for_run_id, b.id, b.similarity from best as b
            where for_run_id is not null
            on conflict (tenant_id, run_id, id) do nothing
        )
        select
            b.id, b.learning, b.similarity, b.frequency, b.score, b.kind, b.tags, b.agent_type, b.work_order_id,
            b.run_id, b.variant_of, b.created_at, b.last_seen_at
        from best as b
        order by b.score desc, b.id;
end $$;
