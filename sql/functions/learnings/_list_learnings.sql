-- _list_learnings: makes new learnings findable by their words, whose weights they have already.
-- Once a batch, so that a word of many of them is counted once.
create or replace function knowledge._list_learnings(tenant_id uuid, ids uuid[])
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _ids uuid[];
    _terms integer[];
begin
    select array_agg(k.id), array_agg(t.term) into _ids, _terms
    from knowledge as k
    cross join unnest(k.terms || k.tag_terms) as t (term)
    where k.tenant_id = _list_learnings.tenant_id and k.id = any(_list_learnings.ids);
    perform _list_words(_list_learnings.tenant_id, _ids, _terms, cardinality(_list_learnings.ids), false);
end $$;
