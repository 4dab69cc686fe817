-- retire_issue: a pattern is obsolete: search leaves it out; its id, counts and occurrences stay.
-- It is active again as soon as it comes up again. Raises PT404.
create or replace function knowledge.retire_issue(tenant_id uuid, pattern_id text)
returns table (pattern jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id text;
begin
    perform _act_as(retire_issue.tenant_id);
    _id := _issue_id(retire_issue.tenant_id, retire_issue.pattern_id);
    update issue_patterns as p set status = 'obsolete'
    where p.tenant_id = retire_issue.tenant_id and p.pattern_id = _id;
    perform _index_issue(retire_issue.tenant_id, _id);
    return query
        select _issue_facts(p) from issue_patterns as p
        where p.tenant_id = retire_issue.tenant_id and p.pattern_id = _id;
end $$;
