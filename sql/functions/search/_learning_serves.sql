-- _learning_serves: whether a learning may be served, and is what a question asks for; a filter that is null lets all
-- pass. What is of no project is of all, and what is of no agent type is for all of them.
-- The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._learning_serves(
    learning knowledge.knowledge,
    project text,
    agent_type text,
    scope text,
    tags text[],
    kind text,
    source_type text,
    since timestamptz,
    until timestamptz,
    as_of timestamptz
)
returns boolean
language sql
stable
as $$
    select learning.deleted_at is null
        and learning.held_at is null
        and (learning.expires_at is null or learning.expires_at > coalesce(_learning_serves.as_of, now()))
        and (learning.withdrawn_at is null or learning.withdrawn_at > coalesce(_learning_serves.as_of, now()))
        and (_learning_serves.as_of is null or learning.created_at <= _learning_serves.as_of)
        and (_learning_serves.project is null or learning.projects = '{}' or learning.projects @> array[_learning_serves.project])
        and (
            _learning_serves.agent_type is null or learning.agent_types = '{}'
            or learning.agent_types @> array[_learning_serves.agent_type]
        )
        and (_learning_serves.scope is null or learning.authority = _learning_serves.scope)
        and (_learning_serves.tags is null or learning.tags @> _learning_serves.tags)
        and (_learning_serves.kind is null or learning.kind = _learning_serves.kind)
        and (_learning_serves.source_type is null or _learning_serves.source_type = 'learning')
        and (_learning_serves.since is null or learning.last_seen_at >= _learning_serves.since)
        and (_learning_serves.until is null or learning.created_at <= _learning_serves.until)
$$;
