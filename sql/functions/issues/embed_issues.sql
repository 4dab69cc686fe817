-- embed_issues: gives patterns their vectors of a model, {"pattern_id", "embedding"} each.
-- A pattern that is gone, or has the vector, is passed over.
create or replace function knowledge.embed_issues(tenant_id uuid, model text, embeddings jsonb)
returns table (embedded integer)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(embed_issues.tenant_id);
    insert into issue_embeddings (tenant_id, model, pattern_id, embedding)
    select p.tenant_id, embed_issues.model, p.pattern_id, (g.value ->> 'embedding')::vector(384)
    from jsonb_array_elements(embed_issues.embeddings) as g
    inner join issue_patterns as p
        on p.tenant_id = embed_issues.tenant_id and p.pattern_id = g.value ->> 'pattern_id'
    on conflict (tenant_id, model, pattern_id) do nothing;
    get diagnostics embedded = row_count;
    return next;
end $$;
