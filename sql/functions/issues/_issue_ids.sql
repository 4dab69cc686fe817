-- _issue_ids: a pattern's own id and those of all that were merged into it: occurrences keep the id they came with.
-- The merged keep no others below them: merge_issues moves these along.
create or replace function knowledge._issue_ids(tenant_id uuid, pattern_id text)
returns text[]
language sql
stable
as $$
    select array(
        select p.pattern_id from issue_patterns as p
        where p.tenant_id = _issue_ids.tenant_id
            and (p.pattern_id = _issue_ids.pattern_id or p.merged_into = _issue_ids.pattern_id)
    )
$$;
