-- _write_chunks: inserts those of a file's chunks, from "first_index" on, that are not there already as they are.
-- A chunk without an embedding takes the one that its text has in this tenant; where that is gone: PT409.
-- Without jit, as _kw.
create or replace function knowledge._write_chunks(
    tenant_id uuid,
    model text,
    file_path text,
    generation uuid,
    first_index integer,
    chunks jsonb,
    source_type text,
    scope text
)
returns void
language plpgsql
set jit = off
as $$
#variable_conflict use_column
declare
    _ids uuid[];
    _terms integer[];
    _rows bigint;
begin
    with given as (
        select
            first_index + c.ordinality::integer - 1 as chunk_index,
            c.value ->> 'text' as chunk_text,
            c.value ->> 'text_hash' as text_hash,
            array(select jsonb_array_elements_text(c.value -> 'breadcrumb')) as breadcrumb,
            array(select jsonb_array_elements_text(c.value -> 'tags')) as tags,
            c.value ->> 'format' as format,
            c.value ->> 'unit' as unit,
            (c.value ->> 'first')::integer as first_unit,
            (c.value ->> 'last')::integer as last_unit,
            (c.value ->> 'start')::integer as start_char,
            (c.value ->> 'end')::integer as end_char,
            c.value ->> 'project' as project,
            c.value ->> 'speaker' as speaker,
            (c.value ->> 'session_date')::date as session_date,
            array(select jsonb_array_elements_text(c.value -> 'questions')) as questions,
            c.value ->> 'authority' as authority,
            (c.value ->> 'embedding')::vector(384) as embedding
        from jsonb_array_elements(chunks) with ordinality as c
    ),
    fresh as materialized (
        select g.* from given as g
        where not exists (
            select from knowledge_embeddings as e
            where e.tenant_id = _write_chunks.tenant_id and e.model = _write_chunks.model
                and e.file_path = _write_chunks.file_path and e.chunk_index = g.chunk_index
                and e.generation <> all (array(select s from _staged(_write_chunks.tenant_id) as s))
                and (
                    e.text_hash, e.breadcrumb, e.tags, e.scope, e.source_type, e.format,
                    e.unit, e.first_unit, e.last_unit, e.start_char, e.end_char, e.project, e.speaker, e.session_date,
                    e.authority, e.questions
                ) is not distinct from (
                    g.text_hash, g.breadcrumb, g.tags, _write_chunks.scope, _write_chunks.source_type, g.format,
                    g.unit, g.first_unit, g.last_unit, g.start_char, g.end_char, g.project, g.speaker, g.session_date,
                    g.authority, g.questions
                )
        )
    ),
    written as (
        insert into knowledge_embeddings (
            tenant_id, model, file_path, chunk_index, generation, id, chunk_text, text_hash, breadcrumb, tags, scope,
            source_type, format, unit, first_unit, last_unit, start_char, end_char, project, speaker, session_date, authority,
            questions, embedding, kw, terms, tag_terms, updated_at
        )
        select
            _write_chunks.tenant_id, _write_chunks.model, _write_chunks.file_path, g.chunk_index, _write_chunks.generation,
            md5(_write_chunks.file_path || chr(31) || g.text_hash)::uuid, g.chunk_text, g.text_hash, g.breadcrumb, g.tags,
            _write_chunks.scope, _write_chunks.source_type, g.format, g.unit, g.first_unit, g.last_unit, g.start_char,
            g.end_char, g.project, g.speaker, g.session_date, g.authority, g.questions,
            coalesce(g.embedding, (
                select e.embedding from knowledge_embeddings as e
                where e.tenant_id = _write_chunks.tenant_id and e.model = _write_chunks.model and e.text_hash = g.text_hash
                limit 1
            )),
            w.kw, w.terms, w.tag_terms, clock_timestamp()
        from fresh as g
        cross join _kw(
            _write_chunks.tenant_id, _chunk_words(g.chunk_text, g.breadcrumb, g.speaker, g.session_date),
            _searched_tags(g.tags) || g.questions
        ) as w
        on conflict (tenant_id, model, file_path, chunk_index, generation) do nothing
        returning id, terms || tag_terms as terms, is_copy
    )
    select array_agg(w.id), array_agg(t.term), (select count(*) from written as r where not r.is_copy)
    into _ids, _terms, _rows
    from written as w
    cross join unnest(w.terms) as t (term)
    where not w.is_copy;
    perform _list_words(_write_chunks.tenant_id, _ids, _terms, _rows, true) where _rows > 0;
exception
    when not_null_violation then
        raise exception 'An embedding that was there is gone; index the file again.' using errcode = 'PT409';
end $$;
