-- _gone_files: the paths of an event's answer that are no files any more: deleted or moved since. What was
-- forgotten is no longer named (_cleared).
create or replace function knowledge._gone_files(tenant_id uuid, answer jsonb)
returns jsonb
language sql
stable
as $$
    select coalesce(jsonb_agg(a.value -> 'path' order by a.ordinality), '[]')
    from jsonb_array_elements(answer -> 'files') with ordinality as a
    where not exists (
        select from knowledge.knowledge_files as f
        where f.tenant_id = _gone_files.tenant_id and f.file_path = a.value ->> 'path' and f.content_hash is not null
    )
$$;
