-- issues_to_embed: patterns that have no embedding of the model, by number; at most "page" of them.
-- Merged ones need none.
create or replace function knowledge.issues_to_embed(tenant_id uuid, model text, page integer default 200)
returns table (pattern_id text, issue_summary text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(issues_to_embed.tenant_id);
    return query
        select p.pattern_id, p.issue_summary from issue_patterns as p
        where p.tenant_id = issues_to_embed.tenant_id and p.merged_into is null and not exists (
            select from issue_embeddings as e
            where e.tenant_id = p.tenant_id and e.model = issues_to_embed.model and e.pattern_id = p.pattern_id
        )
        order by p.number
        limit page;
end $$;
