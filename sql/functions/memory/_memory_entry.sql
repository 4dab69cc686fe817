-- _memory_entry: an entry as it is told, in the names that its readers know.
-- What only the service needs (words, vector, versions) stays behind. The time is UTC, whatever the session's zone is.
create or replace function knowledge._memory_entry(entry knowledge.user_knowledge_entries)
returns jsonb
language sql
stable
as $$
    select jsonb_build_object(
        'id', entry.id, 'content', entry.content, 'category', entry.category, 'source', entry.source,
        'createdAt', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
$$;
