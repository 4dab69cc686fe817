-- _nearest_learnings: the learnings whose vectors of the model differ from this one in the fewest bits (_signature).
-- Read from the indexes alone. Of the ten nearest, the best 200 lack one of a thousand at most. To sort costs more than
-- to read: what is farther than the best are, by a sample of 500, is left out at first. Of equals the order is that of
-- the signatures, not of ids, which are random.
create or replace function knowledge._nearest_learnings(
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
    _sig bit(768) := _signature(_nearest_learnings.embedding);
    _farthest double precision;
    _near uuid[];
begin
    select max(n.bits) into _farthest
    from (
        select f.signature <~> _sig as bits
        from (
            select k.signature from knowledge as k
            where k.tenant_id = _nearest_learnings.tenant_id and k.model = _nearest_learnings.model
                and k.deleted_at is null
            limit 500
        ) as f
        order by bits
        limit _sample_place(_nearest_learnings.tenant_id, best)
    ) as n;
    foreach _farthest in array array[_farthest, 'infinity'] loop
        _near := array(
            select k.id from knowledge as k
            where k.tenant_id = _nearest_learnings.tenant_id and k.model = _nearest_learnings.model
                and k.deleted_at is null and k.signature <~> _sig <= _farthest
            order by k.signature <~> _sig, k.signature, k.id
            limit best
        );
        exit when cardinality(_near) = best;
    end loop;
    return _near || array(
        select e.id from learning_embeddings as e
        where e.tenant_id = _nearest_learnings.tenant_id and e.model = _nearest_learnings.model
        order by e.signature <~> _sig, e.signature, e.id
        limit best
    );
end $$;
