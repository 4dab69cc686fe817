-- index_words: gives rows from before their words, or those of their tags, at most "batch" of learnings and of chunks a
-- call: the upkeep. Once none is left and the counts have drifted from the rows by a tenth, all words are counted
-- anew. Call until "remaining" is 0.
create or replace function knowledge.index_words(tenant_id uuid, batch integer default 500)
returns table (remaining integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    _ids uuid[];
    _terms integer[];
    _rows bigint;
begin
    perform _act_as(index_words.tenant_id);
    with given as (
        update knowledge as k set kw = w.kw, terms = w.terms, tag_terms = w.tag_terms
        from (
            select o.id, o.learning, o.questions, o.tags, o.terms from knowledge as o
            where o.tenant_id = index_words.tenant_id
                and (o.terms is null or (o.tag_terms is null and o.tags <> '{}'))
            limit batch
            for no key update
        ) as o
        cross join _kw(index_words.tenant_id, _learning_words(o.learning, o.questions), o.tags) as w
        where k.tenant_id = index_words.tenant_id and k.id = o.id
        returning k.id, o.terms is null as new, case when o.terms is null then w.terms end || w.tag_terms as terms
    ),
    pairs as (
        select g.id, t.term from given as g cross join unnest(g.terms) as t (term)
    )
    select (select count(*) from given), (select count(*) from given as g where g.new), array_agg(p.id), array_agg(p.term)
    into remaining, _rows, _ids, _terms
    from pairs as p;
    perform _list_words(index_words.tenant_id, _ids, _terms, _rows, false) where remaining > 0;

    with given as (
        update knowledge_embeddings as e set kw = w.kw, terms = w.terms, tag_terms = w.tag_terms
        from (
            select o.* from knowledge_embeddings as o
            where o.tenant_id = index_words.tenant_id
                and (o.terms is null or (o.tag_terms is null and o.tags || o.questions <> '{}'))
            limit batch
            for no key update
        ) as o
        cross join _kw(
            index_words.tenant_id, _chunk_words(o.chunk_text, o.breadcrumb, o.speaker, o.session_date),
            _searched_tags(o.tags) || o.questions
        ) as w
        where e.tenant_id = o.tenant_id and e.model = o.model and e.file_path = o.file_path
            and e.chunk_index = o.chunk_index and e.generation = o.generation
        returning e.id, e.is_copy, o.terms is null as new,
            case when o.terms is null then w.terms end || w.tag_terms as terms
    ),
    pairs as (
        select g.id, t.term from given as g cross join unnest(g.terms) as t (term) where not g.is_copy
    )
    select
        remaining + (select count(*) from given), (select count(*) from given as g where g.new),
        array_agg(p.id), array_agg(p.term)
    into remaining, _rows, _ids, _terms
    from pairs as p;
    perform _list_words(index_words.tenant_id, _ids, _terms, _rows, true) where _ids <> '{}';

    if remaining = 0 then
        perform _count_words(index_words.tenant_id);
    end if;
    return next;
end $$;
