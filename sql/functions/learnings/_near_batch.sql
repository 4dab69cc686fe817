-- _near_batch: for each vector of a batch the learnings that may be as near as the threshold, by place.
-- One pass over the signatures of the tenant, from the index alone; who is really near is seen by the vectors.
create or replace function knowledge._near_batch(
    tenant_id uuid, embeddings extensions.vector[], model text, threshold double precision
)
returns table (place integer, ids uuid[])
language plpgsql
stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
    _cut integer := _signature_cut(threshold);
begin
    return query
        with items as materialized (
            select g.place::integer, binary_quantize(g.embedding)::bit(384) as sig
            from unnest(_near_batch.embeddings) with ordinality as g (embedding, place)
        )
        select n.place, array_agg(n.id)
        from (
            select i.place, k.id from knowledge as k cross join items as i
            where k.tenant_id = _near_batch.tenant_id and k.model = _near_batch.model and k.sig <~> i.sig <= _cut
            union all
            select i.place, e.id from learning_embeddings as e cross join items as i
            where e.tenant_id = _near_batch.tenant_id and e.model = _near_batch.model and e.sig <~> i.sig <= _cut
        ) as n
        group by n.place;
end $$;
