-- session_start: all that an agent starts with, in one row: what is remembered of the user, and, given the objective's
-- text and vector, the tenant's standing rules and best matches of each part for it (as match_knowledge has them, in
-- its order) and the issues that it is about. "for_run_id" is of the release before: note_served notes what was handed
-- to a run.
-- Entries at least "concerns" near to the objective are used once more: those that never are go first when a memory is
-- condensed.
create or replace function knowledge.session_start(
    tenant_id uuid,
    user_id text,
    query_embedding extensions.vector default null,
    model text default null,
    question text default null,
    match_count integer default 20,
    rule_count integer default 8,
    issue_count integer default 3,
    issue_floor double precision default 1,
    of_project text default null,
    of_agent_type text default null,
    for_run_id text default null,
    concerns double precision default 0.35
)
returns table (version bigint, updated_at timestamptz, entries jsonb, matches jsonb, issues jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(session_start.tenant_id);
    -- What somebody else writes at this moment is passed over: no session waits for another.
    with concerned as (
        select e.id, e.added_in from user_knowledge_entries as e
        where e.tenant_id = session_start.tenant_id and e.user_id = session_start.user_id and e.removed_in is null
            and e.model = session_start.model and 1 - (e.embedding <=> query_embedding) >= concerns
        for no key update skip locked
    )
    update user_knowledge_entries as e set used = e.used + 1, used_at = clock_timestamp()
    from concerned as c
    where e.tenant_id = session_start.tenant_id and e.user_id = session_start.user_id
        and e.id = c.id and e.added_in = c.added_in;
    return query
        select
            r.version, r.updated_at, coalesce(r.entries, '[]'),
            (
                select coalesce(jsonb_agg(to_jsonb(m) - 'ordinality' order by m.ordinality), '[]')
                from match_knowledge(
                    session_start.tenant_id, session_start.query_embedding, session_start.model, session_start.match_count,
                    question => session_start.question, by_part => true, rule_count => session_start.rule_count,
                    of_project => session_start.of_project, of_agent_type => session_start.of_agent_type,
                    of_user => session_start.user_id
                ) with ordinality as m
                where session_start.query_embedding is not null
            ),
            (
                select coalesce(jsonb_agg(to_jsonb(i) - 'ordinality' order by i.ordinality), '[]')
                from _proactive_issues(
                    session_start.tenant_id, session_start.question, session_start.query_embedding, session_start.model,
                    issue_floor, issue_count, session_start.for_run_id, of_project => session_start.of_project
                ) with ordinality as i
                where session_start.query_embedding is not null
            )
        from (values (true)) as one
        left join read_memory(session_start.tenant_id, session_start.user_id) as r on true;
end $$;
