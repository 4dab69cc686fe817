-- _reinforce: a learning was learned again: merges what is known of both, and answers how many runs said so.
-- A run counts once, and so does each call without one; a key at most "daily" times in 24 hours. What is of no project
-- is of all, and stays so; for which projects it holds no run changes where a person said so (_keeps_projects), and
-- what is for all agent types stays so. What was superseded and is learned again holds again (_say_again). What
-- the user says, as a log tells, decides on its kind where only agents stated it. What was withdrawn is as new: nobody
-- else bears it out. What had expired holds again, but for a person's word. What becomes wider is noted, with the run.
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
    _old knowledge.knowledge := _learning(_reinforce.tenant_id, _reinforce.id);
    _new knowledge.knowledge;
    _raised boolean := item ->> 'authority' = 'user' and _authority_rank(_old) = 0;
    _wider jsonb;
    _counts boolean := _taught(_reinforce.tenant_id, _reinforce.id, _reinforce.run_id, by_key, daily, item ->> 'basis');
begin
    update knowledge as k set
        frequency = k.frequency + case
            when _reinforce.run_id = any(k.run_ids) or k.withdrawn_at is not null then 0 else _counts::integer
        end,
        withdrawn_at = null,
        expires_at = case when k.expires_at > now() or _authority_rank(_old) = 3 then k.expires_at end,
        last_seen_at = now(),
        run_ids = _merged(k.run_ids, array_remove(array[_reinforce.run_id], null), 100),
        agent_types = case
            when k.agent_types = '{}' then '{}'
            else _merged(
                k.agent_types, array_remove(array[coalesce(item ->> 'agent_type', _reinforce.agent_type)], null), 100)
        end,
        tags = _merged(k.tags, array(select jsonb_array_elements_text(item -> 'tags')), 50),
        projects = case
            when k.projects = '{}' or _keeps_projects(_old) then k.projects
            when _project is null then '{}'
            else _merged(k.projects, array[_project], 100)
        end,
        reported = k.reported or coalesce(_raised, false),
        kind = case when _raised then coalesce(item ->> 'kind', k.kind) else k.kind end,
        run_outcome = case
            when _outcome = 'succeeded' or k.withdrawn_at is not null then _outcome else coalesce(k.run_outcome, _outcome)
        end
    where k.tenant_id = _reinforce.tenant_id and k.id = _reinforce.id
    returning k.* into _new;
    perform _index_tags(_reinforce.tenant_id, _reinforce.id) where _new.tags <> _old.tags;
    perform _say_again(_reinforce.tenant_id, _reinforce.id) where _counts;
    select jsonb_object_agg(b.name, b.old) into _wider
    from (values
        ('projects', to_jsonb(_old.projects), to_jsonb(_new.projects)),
        ('agent_types', to_jsonb(_old.agent_types), to_jsonb(_new.agent_types)),
        ('tags', to_jsonb(_old.tags), to_jsonb(_new.tags)),
        ('expires_at', to_jsonb(_old.expires_at), to_jsonb(_new.expires_at))
    ) as b (name, old, new)
    where b.old is distinct from b.new;
    perform _note_act(
        _reinforce.tenant_id, coalesce('key ' || by_key, 'system'), 'reinforced', _reinforce.id,
        _wider || jsonb_strip_nulls(jsonb_build_object('run_id', _reinforce.run_id))
    ) where _wider is not null;
    return _new.frequency;
end $$;
