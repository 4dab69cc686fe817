-- stage_chunks: keeps a part of a file's chunks, from "first_index" on, which nobody sees before replace_chunks.
-- Call it for one generation in order, from 0 on; whoever's file was indexed meanwhile gets PT409. "expected_etag" is
-- what the index had when the file was read, "of_object" the version of the object. What a killed indexing staged
-- stays hidden: the next finds its embeddings there, and it goes when the file is replaced or after a day.
create or replace function knowledge.stage_chunks(
    tenant_id uuid,
    model text,
    file_path text,
    expected_etag text,
    generation uuid,
    first_index integer,
    chunks jsonb,
    source_type text,
    scope text default null,
    of_object text default null
)
returns table (staged integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(stage_chunks.tenant_id);
    perform _lock_file(stage_chunks.tenant_id, stage_chunks.file_path, of_object);
    if first_index = 0 then
        perform from indexed_files as f
        where f.tenant_id = stage_chunks.tenant_id and f.model = stage_chunks.model
            and f.file_path = stage_chunks.file_path and f.etag is distinct from stage_chunks.expected_etag;
        if found then
            raise exception 'The file was indexed meanwhile; index it again.' using errcode = 'PT409';
        end if;
        insert into staged_files (tenant_id, generation, model, file_path)
        values (stage_chunks.tenant_id, stage_chunks.generation, stage_chunks.model, stage_chunks.file_path)
        on conflict (tenant_id, generation) do nothing;
    end if;

    -- Until the rows are there nobody removes what hides them.
    perform from staged_files as s
    where s.tenant_id = stage_chunks.tenant_id and s.generation = stage_chunks.generation
    for key share;
    if not found then
        raise exception 'The file was indexed meanwhile; index it again.' using errcode = 'PT409';
    end if;
    perform _write_chunks(
        stage_chunks.tenant_id, stage_chunks.model, stage_chunks.file_path, stage_chunks.generation, first_index,
        chunks, stage_chunks.source_type, stage_chunks.scope
    );
    staged := jsonb_array_length(chunks);
    return next;
exception
    when foreign_key_violation then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
end $$;
