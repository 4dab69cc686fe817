-- find_mentions: the files of the tiers that hold one of these texts, also as why they were changed, or told of one of
-- these runs, by path. From the chunks, with the questions they answer, the lines of the index and the history, so that
-- no file is read for it.
-- "learning" finds the pattern's own file.
create or replace function knowledge.find_mentions(
    tenant_id uuid, texts text[], runs text[] default '{}', learning uuid default null, max_rows integer default 1000
)
returns table (path text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_mentions.tenant_id);
    return query
        with held as (
            select e.file_path::text as path from knowledge_embeddings as e
            where e.tenant_id = find_mentions.tenant_id and exists (
                select from unnest(texts) as t (needle)
                where position(t.needle in e.chunk_text) > 0
                    or position(t.needle in array_to_string(e.questions, ' ')) > 0
            )
            union
            select l.index_path::text from index_lines as l
            where l.tenant_id = find_mentions.tenant_id and exists (
                select from unnest(texts) as t (needle) where position(t.needle in l.line) > 0
            )
            union
            select v.file_path::text from knowledge_versions as v
            where v.tenant_id = find_mentions.tenant_id and _holds(v.change_summary, texts)
            union
            select f.value ->> 'path' from run_parts as p
            cross join jsonb_array_elements(
                case jsonb_typeof(p.answer -> 'files') when 'array' then p.answer -> 'files' else '[]' end
            ) as f
            where p.tenant_id = find_mentions.tenant_id and p.run_id = any(runs)
            union
            select f.file_path::text from knowledge_files as f
            where f.tenant_id = find_mentions.tenant_id and learning is not null
                and f.file_path like '3-descriptions/%learned/patterns/%-' || left(learning::text, 8) || '.md'
        )
        select h.path from held as h
        where h.path not like 'assets/%'
        order by h.path
        limit max_rows;
end $$;
