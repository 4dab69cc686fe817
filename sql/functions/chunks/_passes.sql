-- _passes: whether a chunk is what a question asks for; a filter that is null lets all pass.
-- The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._passes(
    chunk knowledge.knowledge_embeddings, of_scope text, of_tags text[], of_source_type text
)
returns boolean
language sql
stable
as $$
    select (of_scope is null or chunk.scope = of_scope)
        and (of_tags is null or chunk.tags @> of_tags)
        and (of_source_type is null or chunk.source_type = of_source_type)
$$;
