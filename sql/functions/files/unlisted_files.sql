-- unlisted_files: summaries and descriptions without a line in the index, by path, from the one after "after" on.
-- Those whose path, without its project's folder, starts with one of the prefixes have their line by another file. A
-- page has at most max_rows.
create or replace function knowledge.unlisted_files(
    tenant_id uuid, prefixes text[], after text default '', max_rows integer default 1000
)
returns table (path text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(unlisted_files.tenant_id);
    return query
        select f.file_path::text from knowledge_files as f
        where f.tenant_id = unlisted_files.tenant_id
            and f.file_path > unlisted_files.after
            and f.file_path >= '2-summaries/'
            and f.file_path < '3-descriptions0'  -- the character after the slash
            and f.content_hash is not null
            and not exists (
                select from unnest(unlisted_files.prefixes) as p (prefix)
                where starts_with(regexp_replace(f.file_path, '^([^/]+/)project=[^/]*/', '\1'), p.prefix)
            )
            and not exists (
                select from index_lines as l
                where l.tenant_id = unlisted_files.tenant_id and l.location = f.file_path
            )
        order by f.file_path
        limit unlisted_files.max_rows;
end $$;
