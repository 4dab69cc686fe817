-- _chunk_serves: whether a chunk may be served, and is what a question asks for; a filter that is null lets all pass.
-- A chunk is of the kind "chunk" and of no agent type, so for all of them. What is of no project is of all. The source
-- type is the uploader's label or, where there is one, also what the file is. "others" has the paths of other users'
-- uploads (_files_of_others).
create or replace function knowledge._chunk_serves(
    chunk knowledge.knowledge_embeddings,
    project text,
    scope text,
    tags text[],
    kind text,
    source_type text,
    since timestamptz,
    until timestamptz,
    as_of timestamptz,
    others jsonb
)
returns boolean
language sql
stable
as $$
    select not chunk.is_copy
        and (_chunk_serves.as_of is null or chunk.updated_at <= _chunk_serves.as_of)
        and (_chunk_serves.project is null or chunk.project is null or chunk.project = _chunk_serves.project)
        and (_chunk_serves.scope is null or chunk.scope = _chunk_serves.scope)
        and (_chunk_serves.tags is null or chunk.tags @> _chunk_serves.tags)
        and (_chunk_serves.kind is null or _chunk_serves.kind = 'chunk')
        and (_chunk_serves.source_type is null or _chunk_serves.source_type in (chunk.source_type, chunk.format))
        and (_chunk_serves.since is null or chunk.updated_at >= _chunk_serves.since)
        and (_chunk_serves.until is null or chunk.updated_at <= _chunk_serves.until)
        and (_chunk_serves.others is null or not _chunk_serves.others ? chunk.file_path)
$$;
