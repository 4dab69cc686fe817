-- ask_knowledge: all that there is for a question in one row: what match_knowledge answers, in its order, and the
-- issues that the question is about, of a confidence of issue_floor at least ("issue_count" of 0: none). The other
-- arguments are match_knowledge's. It writes nothing: note_served notes what was handed to a run.
create or replace function knowledge.ask_knowledge(
    tenant_id uuid,
    query_embedding extensions.vector,
    model text,
    question text,
    mode text default 'hybrid',
    match_count integer default 5,
    by_part boolean default false,
    match_threshold double precision default null,
    rule_count integer default 0,
    of_project text default null,
    of_agent_type text default null,
    of_scope text default null,
    of_tags text[] default null,
    of_kind text default null,
    of_source_type text default null,
    since timestamptz default null,
    until timestamptz default null,
    as_of timestamptz default null,
    issue_count integer default 0,
    issue_floor double precision default 1,
    of_months text[] default null,
    of_user text default null
)
returns table (matches json, issues json)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(ask_knowledge.tenant_id);
    select coalesce(json_agg(m), '[]') into matches
    from match_knowledge(
        ask_knowledge.tenant_id, ask_knowledge.query_embedding, ask_knowledge.model, ask_knowledge.match_count,
        match_threshold => ask_knowledge.match_threshold, of_agent_type => ask_knowledge.of_agent_type,
        of_scope => ask_knowledge.of_scope, of_tags => ask_knowledge.of_tags, of_kind => ask_knowledge.of_kind,
        of_source_type => ask_knowledge.of_source_type, question => ask_knowledge.question,
        mode => ask_knowledge.mode, rule_count => ask_knowledge.rule_count, of_project => ask_knowledge.of_project,
        since => ask_knowledge.since, until => ask_knowledge.until, as_of => ask_knowledge.as_of,
        by_part => ask_knowledge.by_part, of_months => ask_knowledge.of_months,
        of_user => ask_knowledge.of_user
    ) as m;
    issues := '[]';
    -- Who has no issues is not asked what words they have.
    if issue_count > 0 and exists (select from issue_patterns as p where p.tenant_id = ask_knowledge.tenant_id) then
        select coalesce(json_agg(i), '[]') into issues
        from _proactive_issues(
            ask_knowledge.tenant_id, ask_knowledge.question, ask_knowledge.query_embedding, ask_knowledge.model,
            issue_floor, issue_count, of_project => ask_knowledge.of_project
        ) as i;
    end if;
    return next;
end $$;
