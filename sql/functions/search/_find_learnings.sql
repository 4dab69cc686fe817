-- _find_learnings: the learnings that answer a question best by both signals, unordered, at most so many.
-- Up to _exact_scan_limit rows all are read. Above, those that the indexes of signs and words name; where the filter
-- leaves too few of these, all again. What has overruled one of them is among them.
-- Signs are compared with those of what rows are scored by: the vector less the centre.
create or replace function knowledge._find_learnings(
    tenant_id uuid,
    embedding extensions.vector,
    centre extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    best integer,
    every boolean
)
returns setof knowledge.search_score
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _found search_score[];
    _ids uuid[];
begin
    if not every then
        _ids := _nearest_learnings(
            _find_learnings.tenant_id, coalesce(l2_normalize(_find_learnings.embedding) - _find_learnings.centre, _find_learnings.embedding),
            _find_learnings.model, greatest(300, 4 * best)
        ) || asked.learnings;
        _found := array(select s from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.embedding, _find_learnings.centre, _find_learnings.model, asked, wanted, _ids, best
        ) as s);
    end if;
    if every or cardinality(_found) < best then
        _found := array(select s from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.embedding, _find_learnings.centre, _find_learnings.model, asked, wanted, null, best
        ) as s);
    end if;

    _ids := array(
        select k.superseded_by from unnest(_found) as f
        cross join lateral (
            select k.superseded_by from knowledge as k
            where k.tenant_id = _find_learnings.tenant_id and k.id = f.id
            limit 1  -- as in match_knowledge
        ) as k
        where k.superseded_by is not null and not exists (select from unnest(_found) as o where o.id = k.superseded_by)
    );
    return query select f.* from unnest(_found) as f;
    if _ids <> '{}' then
        return query select s.* from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.embedding, _find_learnings.centre, _find_learnings.model, asked, wanted, _ids, best
        ) as s;
    end if;
end $$;
