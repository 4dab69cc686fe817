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
    _ids uuid[];
    _matches uuid[];
    _overruling uuid[];
begin
    if not every then
        _ids := _nearest_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, greatest(200, 3 * best)
        ) || asked.learnings;
        select array_agg(s.id), array_agg(s.superseded_by) into _matches, _overruling
        from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, _ids, best
        ) as s;
    end if;
    if every or coalesce(cardinality(_matches), 0) < best then
        select array_agg(s.id), array_agg(s.superseded_by) into _matches, _overruling
        from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, null, best
        ) as s;
    end if;

    return query select unnest(_matches);
    _ids := array(select o.id from unnest(_overruling) as o (id) where o.id <> all(_matches));
    if _ids <> '{}' then
        return query select s.id from _score_learnings(
            _find_learnings.tenant_id, _find_learnings.direction, _find_learnings.model, asked, wanted, _ids, best
        ) as s;
    end if;
end $$;
