-- _learning_serves: whether a learning may be served, and is what a question asks for; a filter that is null lets all
-- pass. What is of no project is of all; a standing rule of no agent type is for all of them.
-- The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._learning_serves(learning knowledge.knowledge, wanted knowledge.search_filter)
returns boolean
language sql
stable
as $$
    select learning.deleted_at is null
        and learning.held_at is null
        and (learning.expires_at is null or learning.expires_at > coalesce(wanted.as_of, now()))
        and (wanted.as_of is null or learning.created_at <= wanted.as_of)
        and (wanted.project is null or learning.projects = '{}' or learning.projects @> array[wanted.project])
        and (
            wanted.agent_type is null or learning.agent_types @> array[wanted.agent_type]
            or (learning.standing and learning.agent_types = '{}')
        )
        and (wanted.scope is null or learning.authority = wanted.scope)
        and (wanted.tags is null or learning.tags @> wanted.tags)
        and (wanted.kind is null or learning.kind = wanted.kind)
        and (wanted.source_type is null or wanted.source_type = 'learning')
        and (wanted.since is null or learning.last_seen_at >= wanted.since)
        and (wanted.until is null or learning.created_at <= wanted.until)
$$;
