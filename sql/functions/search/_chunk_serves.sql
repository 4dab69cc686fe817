-- _chunk_serves: whether a chunk may be served, and is what a question asks for; a filter that is null lets all pass.
-- A chunk is of no agent type and of the kind "chunk". What is of no project is of all.
create or replace function knowledge._chunk_serves(chunk knowledge.knowledge_embeddings, wanted knowledge.search_filter)
returns boolean
language sql
stable
as $$
    select not chunk.is_copy
        and (wanted.as_of is null or chunk.updated_at <= wanted.as_of)
        and (wanted.project is null or chunk.project is null or chunk.project = wanted.project)
        and wanted.agent_type is null
        and (wanted.scope is null or chunk.scope = wanted.scope)
        and (wanted.tags is null or chunk.tags @> wanted.tags)
        and (wanted.kind is null or wanted.kind = 'chunk')
        and (wanted.source_type is null or chunk.source_type = wanted.source_type)
        and (wanted.since is null or chunk.updated_at >= wanted.since)
        and (wanted.until is null or chunk.updated_at <= wanted.until)
$$;
