-- _reinforce: a learning was learned again: merges what is known of both, and answers how many runs said so.
-- A run counts once, and so does each call without one; a key at most "daily" times in 24 hours. What is of no project
-- is of all, and stays so. What was superseded and is learned again holds again (_say_again). What the user says, as a
-- log tells, decides on its kind where only agents stated it. What was withdrawn is as new: nobody else bears it out.
create or replace function knowledge._reinforce(
    tenant_id uuid, id uuid, item jsonb, run_id text, agent_type text, project text, run_outcome text,
    by_key text, daily integer
)
returns integer
language plpgsql
as $$
#variable_conflict use_column
declare
    _project text := coalesce(item ->> 'project', _reinforce.project);
    _outcome text := coalesce(item ->> 'run_outcome', _reinforce.run_outcome);
    _raised boolean;
    _tags text[];
    _retagged boolean;
    _counts boolean := _taught(_reinforce.tenant_id, _reinforce.id, _reinforce.run_id, by_key, daily, item ->> 'basis');
    _frequency integer;
begin
    select item ->> 'authority' = 'user' and _authority_rank(k) = 0, k.tags into _raised, _tags
    from knowledge as k
    where k.tenant_id = _reinforce.tenant_id and k.id = _reinforce.id;

    update knowledge as k set
        frequency = k.frequency + case
            when _reinforce.run_id = any(k.run_ids) or k.withdrawn_at is not null then 0 else _counts::integer
        end,
        withdrawn_at = null,
        last_seen_at = now(),
        run_ids = _merged(k.run_ids, array_remove(array[_reinforce.run_id], null), 100),
        agent_types = _merged(
            k.agent_types, array_remove(array[coalesce(item ->> 'agent_type', _reinforce.agent_type)], null), 100),
        tags = _merged(k.tags, array(select jsonb_array_elements_text(item -> 'tags')), 50),
        projects = case when k.projects = '{}' or _project is null then '{}' else _merged(k.projects, array[_project], 100) end,
        reported = k.reported or coalesce(_raised, false),
        kind = case when _raised then coalesce(item ->> 'kind', k.kind) else k.kind end,
        run_outcome = case
            when _outcome = 'succeeded' or k.withdrawn_at is not null then _outcome else coalesce(k.run_outcome, _outcome)
        end
    where k.tenant_id = _reinforce.tenant_id and k.id = _reinforce.id
    returning k.frequency, k.tags <> _tags into _frequency, _retagged;
    perform _index_tags(_reinforce.tenant_id, _reinforce.id) where _retagged;
    perform _say_again(_reinforce.tenant_id, _reinforce.id) where _counts;
    return _frequency;
end $$;
