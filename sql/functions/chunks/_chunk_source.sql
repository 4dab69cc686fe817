-- _chunk_source: where a chunk comes from, for its reader; null for no chunk.
-- Beside path and headings it has the version of the file, and its pages, rows or lines where it has such.
create or replace function knowledge._chunk_source(chunk knowledge.knowledge_embeddings, version text)
returns jsonb
language sql
stable
as $$
    select case when chunk.file_path is not null then jsonb_build_object(
        'path', chunk.file_path,
        'chunk', chunk.chunk_index,
        'title', chunk.breadcrumb[1],
        'heading', chunk.breadcrumb[array_upper(chunk.breadcrumb, 1)],
        'breadcrumb', to_jsonb(chunk.breadcrumb),
        'unit', chunk.unit,
        'first', chunk.first_unit,
        'last', chunk.last_unit,
        'version', version
    ) end
$$;
