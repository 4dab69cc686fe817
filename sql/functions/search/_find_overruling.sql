-- _find_overruling: what a filter leaves out of an answer and may overrule one of its learnings all the same: their
-- variants, and of all that serves ("wanted" has no filter) the nearest to the question, at most so many of each.
create or replace function knowledge._find_overruling(
    tenant_id uuid,
    direction extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    ids uuid[],
    best integer,
    every boolean
)
returns setof uuid
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _variants uuid[];
begin
    if _find_overruling.ids = '{}' then
        return;
    end if;
    _variants := array(
        select v.id
        from (
            select distinct coalesce(k.variant_of, k.id) as family from knowledge as k
            where k.tenant_id = _find_overruling.tenant_id and k.id = any(_find_overruling.ids)
        ) as f
        cross join lateral _family(_find_overruling.tenant_id, f.family) as v
        where v.id <> all(_find_overruling.ids)
    );
    return query
        select o.id
        from (
            select s.id from _score_learnings(
                _find_overruling.tenant_id, _find_overruling.direction, _find_overruling.model, asked, wanted, _variants, best
            ) as s
            where _variants <> '{}'
            union
            select f as id from _find_learnings(
                _find_overruling.tenant_id, _find_overruling.direction, _find_overruling.model, asked, wanted, best, every
            ) as f
        ) as o
        where o.id <> all(_find_overruling.ids);
end $$;
