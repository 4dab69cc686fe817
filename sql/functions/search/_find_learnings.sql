-- _find_learnings: the learnings that answer a question best by both signals, unordered, at most so many.
-- Up to _exact_scan_limit rows all are read. Above, those that the indexes of signatures and words name; where the
-- filter leaves too few of these, all again. What has overruled one of them is among them.
create or replace function knowledge._find_learnings(
    tenant_id uuid,
    direction extensions.vector,
    model text,
    asked knowledge.search_question,
    wanted knowledge.search_filter,
    best integer,
    every boolean
)
returns setof uuid
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _found uuid[];
    _ids uuid[];
begin
    if not every then
        _ids := _nearest_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, greatest(200, 3 * best)
        ) || asked.learnings;
        _found := array(select s from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, _ids, best
        ) as s);
    end if;
    if every or cardinality(_found) < best then
        _found := array(select s from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, null, best
        ) as s);
    end if;

    _ids := array(
        select k.superseded_by from unnest(_found) as f (id)
        cross join lateral (
            select k.superseded_by from knowledge as k
            where k.tenant_id = _find_learnings.tenant_id and k.id = f.id
            limit 1  -- as in match_knowledge
        ) as k
        where k.superseded_by <> all(_found)
    );
    return query select unnest(_found);
    if _ids <> '{}' then
        return query select s from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, _ids, best
        ) as s;
    end if;
end $$;
