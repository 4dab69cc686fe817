-- _add_memory_entry: stores one entry in a version of a user's memory that the caller opened.
-- "item" has content, category, source, gist and distinctions, and where there are any embedding and model,
-- conversation_id, used.
create or replace function knowledge._add_memory_entry(tenant_id uuid, user_id text, in_version bigint, item jsonb)
returns knowledge.user_knowledge_entries
language sql
as $$
    insert into user_knowledge_entries (
        tenant_id, user_id, id, added_in, content, category, source, conversation_id, gist, distinctions, embedding, model,
        used
    )
    values (
        _add_memory_entry.tenant_id, _add_memory_entry.user_id,
        format(
            'k_%s_%s', floor(extract(epoch from clock_timestamp()) * 1000)::bigint, substr(md5(gen_random_uuid()::text), 1, 8)
        ),
        in_version, item ->> 'content', item ->> 'category', item ->> 'source', item ->> 'conversation_id',
        coalesce(item ->> 'gist', ''),
        array(select jsonb_array_elements_text(coalesce(item -> 'distinctions', '[]'))),
        (item ->> 'embedding')::extensions.vector(384), item ->> 'model', coalesce((item ->> 'used')::integer, 0)
    )
    returning *
$$;
