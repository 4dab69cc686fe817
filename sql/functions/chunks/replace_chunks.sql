-- replace_chunks: from now on the file has these chunks and no others; whoever indexed it meanwhile gets PT409.
-- "chunks" are the last, from "first_index" on; those before are staged as "generation" (stage_chunks). A chunk without
-- an embedding takes the one that its text has already in this tenant. A chunk that did not change is not written.
-- "expected_etag" is what the index had when the file was read, null for nothing; "of_object" the version of the object
-- that was read: where it was erased meanwhile, PT409.
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
    unread boolean default false,
    generation uuid default gen_random_uuid(),
    first_index integer default 0,
    of_object text default null
)
returns table (removed integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _count integer := first_index + jsonb_array_length(chunks);
begin
    perform _act_as(replace_chunks.tenant_id);
    perform _lock_file(replace_chunks.tenant_id, replace_chunks.file_path, of_object);

    update tenants as t set model = replace_chunks.model
    where t.tenant_id = replace_chunks.tenant_id and t.model is null;

    if expected_etag is null then
        insert into indexed_files (tenant_id, model, file_path, etag, version, source_type, labelled, tags, chunks, problem, unread)
        values (
            replace_chunks.tenant_id, replace_chunks.model, replace_chunks.file_path, replace_chunks.etag,
            replace_chunks.version, replace_chunks.source_type, replace_chunks.labelled,
            replace_chunks.tags, _count, replace_chunks.problem, replace_chunks.unread
        )
        on conflict (tenant_id, model, file_path) do nothing;
    else
        update indexed_files as f
        set etag = replace_chunks.etag, version = replace_chunks.version, source_type = replace_chunks.source_type,
            labelled = replace_chunks.labelled, tags = replace_chunks.tags, chunks = _count,
            problem = replace_chunks.problem, unread = replace_chunks.unread, indexed_at = clock_timestamp()
        where f.tenant_id = replace_chunks.tenant_id and f.model = replace_chunks.model
            and f.file_path = replace_chunks.file_path and f.etag = expected_etag;
    end if;
    if not found then
        raise exception 'The file was indexed meanwhile; index it again.' using errcode = 'PT409';
    end if;

    if first_index > 0 then
        delete from staged_files as s
        where s.tenant_id = replace_chunks.tenant_id and s.generation = replace_chunks.generation;
        if not found then
            raise exception 'What was staged of the file is gone; index it again.' using errcode = 'PT409';
        end if;
    end if;
    perform _drop_staged(replace_chunks.tenant_id, replace_chunks.model, replace_chunks.file_path);
    perform _write_chunks(
        replace_chunks.tenant_id, replace_chunks.model, replace_chunks.file_path, replace_chunks.generation, first_index,
        chunks, replace_chunks.source_type, replace_chunks.scope
    );

    delete from knowledge_embeddings as e
    where e.tenant_id = replace_chunks.tenant_id and e.model = replace_chunks.model
        and e.file_path = replace_chunks.file_path and e.chunk_index >= _count;
    get diagnostics removed = row_count;

    delete from knowledge_embeddings as e
    using knowledge_embeddings as n
    where e.tenant_id = replace_chunks.tenant_id and e.model = replace_chunks.model
        and e.file_path = replace_chunks.file_path and e.generation <> replace_chunks.generation
        and n.tenant_id = e.tenant_id and n.model = e.model and n.file_path = e.file_path
        and n.chunk_index = e.chunk_index and n.generation = replace_chunks.generation;
    return next;
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
