-- replace_chunks: from now on the file has these chunks and no others; whoever indexed it meanwhile gets PT409.
-- A chunk without an embedding takes the one that its text has already, in this tenant's chunks or staged. A chunk that
-- did not change is not written. "expected_etag" is what the index had when the file was read, null for nothing.
create or replace function knowledge.replace_chunks(
    tenant_id uuid,
    model text,
    file_path text,
    etag text,
    expected_etag text,
    chunks jsonb,
    source_type text,
    labelled boolean default false,
    scope text default null,
    tags text[] default '{}',
    version text default null,
    problem text default null,
    unread boolean default false
)
returns table (written integer, removed integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(replace_chunks.tenant_id);

    update tenants as t set model = replace_chunks.model
    where t.tenant_id = replace_chunks.tenant_id and t.model is null;

    if expected_etag is null then
        insert into indexed_files (tenant_id, model, file_path, etag, version, source_type, labelled, tags, chunks, problem, unread)
        values (
            replace_chunks.tenant_id, replace_chunks.model, replace_chunks.file_path, replace_chunks.etag,
            replace_chunks.version, replace_chunks.source_type, replace_chunks.labelled,
            replace_chunks.tags,
            jsonb_array_length(replace_chunks.chunks), replace_chunks.problem, replace_chunks.unread
        )
        on conflict (tenant_id, model, file_path) do nothing;
    else
        update indexed_files as f
        set etag = replace_chunks.etag, version = replace_chunks.version, source_type = replace_chunks.source_type,
            labelled = replace_chunks.labelled, tags = replace_chunks.tags, chunks = jsonb_array_length(replace_chunks.chunks),
            problem = replace_chunks.problem, unread = replace_chunks.unread, indexed_at = clock_timestamp()
        where f.tenant_id = replace_chunks.tenant_id and f.model = replace_chunks.model
            and f.file_path = replace_chunks.file_path and f.etag = expected_etag;
    end if;
    if not found then
        raise exception 'the file was indexed meanwhile; index it again' using errcode = 'PT409';
    end if;

    with given as (
        select
            c.ordinality::integer - 1 as chunk_index, c.value as item,
            coalesce(
                (c.value ->> 'embedding')::vector(384),
                (
                    select e.embedding from knowledge_embeddings as e
                    where e.tenant_id = replace_chunks.tenant_id and e.model = replace_chunks.model
                        and e.text_hash = c.value ->> 'text_hash'
                    limit 1
                ),
                (
                    select s.embedding from staged_embeddings as s
                    where s.tenant_id = replace_chunks.tenant_id and s.model = replace_chunks.model
                        and s.text_hash = c.value ->> 'text_hash'
                )
            ) as embedding
        from jsonb_array_elements(replace_chunks.chunks) with ordinality as c
    )
    insert into knowledge_embeddings as e (
        tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash, breadcrumb, tags, scope, source_type,
        unit, first_unit, last_unit, start_char, end_char, embedding, updated_at
    )
    select
        replace_chunks.tenant_id, replace_chunks.model, replace_chunks.file_path, g.chunk_index,
        md5(replace_chunks.file_path || chr(31) || (g.item ->> 'text_hash'))::uuid,
        g.item ->> 'text', g.item ->> 'text_hash',
        array(select jsonb_array_elements_text(g.item -> 'breadcrumb')),
        array(select jsonb_array_elements_text(g.item -> 'tags')),
        replace_chunks.scope, replace_chunks.source_type,
        g.item ->> 'unit', (g.item ->> 'first')::integer, (g.item ->> 'last')::integer,
        (g.item ->> 'start')::integer, (g.item ->> 'end')::integer,
        g.embedding, clock_timestamp()
    from given as g
    on conflict (tenant_id, model, file_path, chunk_index) do update
    set id = excluded.id, chunk_text = excluded.chunk_text, text_hash = excluded.text_hash,
        breadcrumb = excluded.breadcrumb, tags = excluded.tags, scope = excluded.scope, source_type = excluded.source_type,
        unit = excluded.unit, first_unit = excluded.first_unit, last_unit = excluded.last_unit,
        start_char = excluded.start_char, end_char = excluded.end_char,
        embedding = excluded.embedding, updated_at = excluded.updated_at
    where (
        e.text_hash, e.breadcrumb, e.tags, e.scope, e.source_type, e.unit, e.first_unit, e.last_unit, e.start_char, e.end_char
    ) is distinct from (
        excluded.text_hash, excluded.breadcrumb, excluded.tags, excluded.scope, excluded.source_type,
        excluded.unit, excluded.first_unit, excluded.last_unit, excluded.start_char, excluded.end_char
    );
    get diagnostics written = row_count;

    delete from knowledge_embeddings as e
    where e.tenant_id = replace_chunks.tenant_id and e.model = replace_chunks.model
        and e.file_path = replace_chunks.file_path and e.chunk_index >= jsonb_array_length(replace_chunks.chunks);
    get diagnostics removed = row_count;

    delete from staged_embeddings as s
    where s.tenant_id = replace_chunks.tenant_id and s.model = replace_chunks.model
        and s.text_hash in (select c.value ->> 'text_hash' from jsonb_array_elements(replace_chunks.chunks) as c);
    return next;
exception
    when not_null_violation then
        raise exception 'an embedding that was there is gone; index the file again' using errcode = 'PT409';
    when foreign_key_violation then
        raise exception 'there is no such tenant; create it first' using errcode = 'PT404';
end $$;
