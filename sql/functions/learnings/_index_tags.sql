-- _index_tags: a learning's tags became more: it is found by their words, too. Not one whose words the upkeep has yet
-- to compute (index_words), which then takes them all.
create or replace function knowledge._index_tags(tenant_id uuid, id uuid)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _before integer[];
    _after integer[];
    _new integer[];
begin
    select k.tag_terms into _before from knowledge as k
    where k.tenant_id = _index_tags.tenant_id and k.id = _index_tags.id;
    update knowledge as k set kw = w.kw, tag_terms = w.tag_terms
    from knowledge as o
    cross join _kw(_index_tags.tenant_id, _learning_words(o.learning, o.questions), o.tags) as w
    where o.tenant_id = _index_tags.tenant_id and o.id = _index_tags.id and o.terms is not null
        and k.tenant_id = o.tenant_id and k.id = o.id
    returning k.tag_terms into _after;
    _new := array(select unnest(_after) except select unnest(_before));
    perform _list_words(_index_tags.tenant_id, array_fill(_index_tags.id, array[cardinality(_new)]), _new, 0, false)
    where _new <> '{}';
end $$;
