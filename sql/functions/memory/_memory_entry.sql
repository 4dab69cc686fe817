-- _memory_entry: an entry as it is told, in the names that its readers know.
-- What only the service needs (words, vector, versions) stays behind.
create or replace function knowledge._memory_entry(entry knowledge.user_knowledge_entries)
returns jsonb
language sql
stable
as $$
    select jsonb_build_object(
        'id', entry.id, 'content', entry.content, 'category', entry.category, 'source', entry.source,
        'createdAt', entry.created_at
    )
$$;
