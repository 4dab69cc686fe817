-- _learning_row: a learning as people are shown it: all that is known of it but its vector.
-- "overruled_by" is the variant that search shows in its place, where nothing was stated. What it superseded and was
-- superseded by since is past.
create or replace function knowledge._learning_row(learning knowledge.knowledge, overruled_by uuid default null)
returns jsonb
language sql
stable
set search_path = knowledge, extensions, pg_temp
as $$
    select jsonb_build_object(
        'id', learning.id, 'learning', learning.learning, 'kind', learning.kind, 'tags', learning.tags,
        'frequency', learning.frequency, 'authority', learning.authority, 'reported', learning.reported, 'projects', learning.projects,
        'agent_types', learning.agent_types, 'run_id', learning.run_id, 'work_order_id', learning.work_order_id,
        'run_outcome', learning.run_outcome, 'useful', learning.useful, 'wrong', learning.wrong,
        'supersedes', nullif(learning.supersedes, s.by), 'superseded_by', s.by,
        'variant_of', learning.variant_of,
        'created_at', learning.created_at, 'last_seen_at', learning.last_seen_at, 'pinned_at', learning.pinned_at,
        'expires_at', learning.expires_at, 'held_at', learning.held_at, 'held_reason', learning.held_reason,
        'withdrawn_at', learning.withdrawn_at, 'deleted_at', learning.deleted_at,
        'state', case
            when learning.deleted_at is not null then 'deleted'
            when learning.withdrawn_at is not null then 'withdrawn'
            when learning.held_at is not null then 'held'
            when learning.expires_at <= now() then 'expired'
            when s.by is not null then 'superseded'
            else 'active'
        end
    )
    from (
        select coalesce(case when learning.superseded_by is not null then _successor(learning) end, overruled_by) as by
    ) as s
$$;
