-- _near_any: the learnings that may be as near as the threshold to any of eight vectors; fewer are given as null.
-- From the signatures, read from the indexes alone, once for all eight. Who is really near is seen by the vectors.
create or replace function knowledge._near_any(
    tenant_id uuid, embeddings extensions.vector[], model text, threshold double precision
)
returns uuid[]
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _cut double precision := _signature_cut(threshold);
begin
    return array(
        with s as materialized (
            select
                _signature(embeddings[1]) as a, _signature(embeddings[2]) as b,
                _signature(embeddings[3]) as c, _signature(embeddings[4]) as d,
                _signature(embeddings[5]) as e, _signature(embeddings[6]) as f,
                _signature(embeddings[7]) as g, _signature(embeddings[8]) as h
        )
        select k.id from s cross join knowledge as k
        where k.tenant_id = _near_any.tenant_id and k.model = _near_any.model and _cut >= least(
                k.signature <~> s.a, k.signature <~> s.b, k.signature <~> s.c, k.signature <~> s.d,
                k.signature <~> s.e, k.signature <~> s.f, k.signature <~> s.g, k.signature <~> s.h
            )
        union all
        select o.id from s cross join learning_embeddings as o
        where o.tenant_id = _near_any.tenant_id and o.model = _near_any.model and _cut >= least(
                o.signature <~> s.a, o.signature <~> s.b, o.signature <~> s.c, o.signature <~> s.d,
                o.signature <~> s.e, o.signature <~> s.f, o.signature <~> s.g, o.signature <~> s.h
            )
    );
end $$;
