-- _near_any: which learnings may be as near as the threshold to any of one to eight vectors, and how many are held.
-- What was deleted is neither. From the signatures, read from the indexes alone, once for all eight, and counted on the
-- way. Who is really near is seen by the vectors.
create or replace function knowledge._near_any(
    tenant_id uuid, embeddings extensions.vector[], model text, threshold double precision
)
returns table (near uuid[], held integer)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _cut double precision := _signature_cut(threshold);
    _several boolean := cardinality(embeddings) > 1;
    _a bit(768);
    _b bit(768);
    _c bit(768);
    _d bit(768);
    _e bit(768);
    _f bit(768);
    _g bit(768);
    _h bit(768);
begin
    select
        _signature(embeddings[1]), _signature(embeddings[2]), _signature(embeddings[3]), _signature(embeddings[4]),
        _signature(embeddings[5]), _signature(embeddings[6]), _signature(embeddings[7]), _signature(embeddings[8])
    into _a, _b, _c, _d, _e, _f, _g, _h;

    -- The costly last: of a single vector the other seven, which are null, are not looked at, and the model is compared
    -- where one is near. The tenant as an array: a plain "=" beside that of row-level security would have each row pass
    -- a node of its own that compares the two, an eighth of the time.
    return query
        select
            array_agg(k.id) filter (
                where (
                    k.signature <~> _a <= _cut or _several and _cut >= least(
                        k.signature <~> _b, k.signature <~> _c, k.signature <~> _d, k.signature <~> _e,
                        k.signature <~> _f, k.signature <~> _g, k.signature <~> _h
                    )
                ) and k.model = _near_any.model
            ) || array(
                select o.id from learning_embeddings as o
                where o.tenant_id = _near_any.tenant_id and o.model = _near_any.model and (
                    o.signature <~> _a <= _cut or _several and _cut >= least(
                        o.signature <~> _b, o.signature <~> _c, o.signature <~> _d, o.signature <~> _e,
                        o.signature <~> _f, o.signature <~> _g, o.signature <~> _h
                    )
                )
            ),
            count(*)::integer
        from knowledge as k
        where k.tenant_id = any(array[_near_any.tenant_id]) and k.deleted_at is null;
end $$;
