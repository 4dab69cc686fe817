-- _drop_chunks: removes a file's chunks of one model, or of all where it is null, with their words and what was served
-- of them; how many there were.
create or replace function knowledge._drop_chunks(tenant_id uuid, model text, file_path text)
returns bigint
language plpgsql
as $$
#variable_conflict use_column
declare
    _pairs uuid[];
    _terms integer[];
    _ids uuid[];
    _rows_with_words bigint;
    _count bigint;
begin
    with dropped as (
        delete from knowledge_embeddings as e
        where e.tenant_id = _drop_chunks.tenant_id and e.file_path = _drop_chunks.file_path
            and (_drop_chunks.model is null or e.model = _drop_chunks.model)
        returning e.id, e.terms || e.tag_terms as terms, e.is_copy
    ),
    word_places as (
        select d.id, t.term from dropped as d cross join unnest(d.terms) as t (term) where not d.is_copy
    )
    select
        (select array_agg(d.id) from dropped as d), (select count(*) from dropped),
        (select count(*) from dropped as d where not d.is_copy and d.terms is not null),
        array_agg(l.id), array_agg(l.term)
    into _ids, _count, _rows_with_words, _pairs, _terms
    from word_places as l;

    perform _unlist_words(_drop_chunks.tenant_id, _pairs, _terms, _rows_with_words) where _rows_with_words > 0;
    delete from served as s
    where s.tenant_id = _drop_chunks.tenant_id and s.id = any(_ids) and not exists (
        select from knowledge_embeddings as e where e.tenant_id = s.tenant_id and e.id = s.id
    );
    return _count;
end $$;
