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
                binary_quantize(embeddings[1])::bit(384) as a, binary_quantize(embeddings[2])::bit(384) as b,
                binary_quantize(embeddings[3])::bit(384) as c, binary_quantize(embeddings[4])::bit(384) as d,
                binary_quantize(embeddings[5])::bit(384) as e, binary_quantize(embeddings[6])::bit(384) as f,
                binary_quantize(embeddings[7])::bit(384) as g, binary_quantize(embeddings[8])::bit(384) as h
        )
        select k.id from s cross join knowledge as k
        where k.tenant_id = _near_any.tenant_id and k.model = _near_any.model and _cut >= least(
                k.sig <~> s.a, k.sig <~> s.b, k.sig <~> s.c, k.sig <~> s.d,
                k.sig <~> s.e, k.sig <~> s.f, k.sig <~> s.g, k.sig <~> s.h
            )
        union all
        select o.id from s cross join learning_embeddings as o
        where o.tenant_id = _near_any.tenant_id and o.model = _near_any.model and _cut >= least(
                o.sig <~> s.a, o.sig <~> s.b, o.sig <~> s.c, o.sig <~> s.d,
                o.sig <~> s.e, o.sig <~> s.f, o.sig <~> s.g, o.sig <~> s.h
            )
    );
end $$;
