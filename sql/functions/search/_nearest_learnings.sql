-- _nearest_learnings: the learnings whose vectors of the model differ in the fewest signs from this one.
-- Read from the indexes alone. Of the ten nearest, the best 300 lack some five of a thousand. As far as the best of the
-- first 1,500 is as far as any of the best can be: what is farther is not even sorted.
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
    _sig bit(384) := binary_quantize(_nearest_learnings.embedding)::bit(384);
    _farthest double precision;
begin
    select max(n.bits) into _farthest
    from (
        select f.sig <~> _sig as bits
        from (
            select k.sig from knowledge as k
            where k.tenant_id = _nearest_learnings.tenant_id and k.model = _nearest_learnings.model
            limit greatest(1500, best)
        ) as f
        order by bits
        limit best
    ) as n;
    return array(
        (
            select k.id from knowledge as k
            where k.tenant_id = _nearest_learnings.tenant_id and k.model = _nearest_learnings.model
                and k.sig <~> _sig <= _farthest
            order by k.sig <~> _sig
            limit best
        )
        union all
        (
            select e.id from learning_embeddings as e
            where e.tenant_id = _nearest_learnings.tenant_id and e.model = _nearest_learnings.model
            order by e.sig <~> _sig
            limit best
        )
    );
end $$;
