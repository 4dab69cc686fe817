-- _nearest_chunks: the chunks whose vectors differ in the fewest bits from this one, as _nearest_learnings.
-- Copies, and what is staged, are left out by the index too.
create or replace function knowledge._nearest_chunks(
    tenant_id uuid, embedding extensions.vector, model text, best integer
)
returns uuid[]
language plpgsql
stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
    _sig bit(768) := _signature(_nearest_chunks.embedding);
    _hidden uuid[] := array(select s from _staged(_nearest_chunks.tenant_id) as s);
    _farthest double precision;
    _near uuid[];
begin
    select max(n.bits) into _farthest
    from (
        select f.signature <~> _sig as bits
        from (
            select e.signature from knowledge_embeddings as e
            where e.tenant_id = _nearest_chunks.tenant_id and e.model = _nearest_chunks.model and not e.is_copy
                and e.generation <> all (_hidden)
            limit 500
        ) as f
        order by bits
        limit _sample_place(_nearest_chunks.tenant_id, best)
    ) as n;
    foreach _farthest in array array[_farthest, 'infinity'] loop
        _near := array(
            select n.id
            from (
                select e.id, e.generation, e.signature <~> _sig as bits from knowledge_embeddings as e
                where e.tenant_id = _nearest_chunks.tenant_id and e.model = _nearest_chunks.model and not e.is_copy
                    and e.signature <~> _sig <= _farthest
                offset 0  -- or the planner asks each row first whether it is staged
            ) as n
            where n.generation <> all (_hidden)
            order by n.bits, n.id
            limit best
        );
        exit when cardinality(_near) = best;
    end loop;
    return _near;
end $$;
