-- save_memory: adds an entry to what is remembered of a user, once, and answers with the whole as it is then.
-- "outcome" is saved; known (it says nothing beyond "other", which was used once more); or superseded (it replaces
-- "other": the one that "supersedes" names by its id or in its words, or, of a preference, the nearest preference about
-- the same subject). With saved, "other" is an entry that stays and may be about the same subject. What an agent says
-- never replaces what the user said. Raises PT409 where the conversation has had its max_saves, PT402 where the memory
-- is full, PT404 for an unknown "supersedes".
create or replace function knowledge.save_memory(
    tenant_id uuid,
    user_id text,
    item jsonb,
    threshold double precision default 1,
    same_subject double precision default 1,
    supersedes text default null,
    max_saves integer default 2,
    max_entries integer default 500
)
returns table (
    outcome text, entry jsonb, other jsonb, version bigint, updated_at timestamptz, entries jsonb
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _conversation text := item ->> 'conversation_id';
    _live user_knowledge_entries[];
    _entry user_knowledge_entries;
    _other user_knowledge_entries;
    _other_id text;
    _version bigint;
begin
    perform _act_as(save_memory.tenant_id);
    perform _lock_memory(save_memory.tenant_id, save_memory.user_id);
    _live := array(
        select e from user_knowledge_entries as e
        where e.tenant_id = save_memory.tenant_id and e.user_id = save_memory.user_id and e.removed_in is null
    );

    select o.outcome, o.other_id into outcome, _other_id
    from _memory_outcome(
        save_memory.tenant_id, save_memory.user_id, item, _live, threshold, same_subject, save_memory.supersedes
    ) as o;
    select * into _other from unnest(_live) as l where l.id = _other_id;

    if outcome = 'known' then
        update user_knowledge_entries as e set used = e.used + 1, used_at = clock_timestamp()
        where e.tenant_id = save_memory.tenant_id and e.user_id = save_memory.user_id
            and e.id = _other.id and e.removed_in is null
        returning e.* into _entry;
    else
        if _conversation is not null and max_saves <= (
            select count(distinct e.id) from user_knowledge_entries as e
            where e.tenant_id = save_memory.tenant_id and e.user_id = save_memory.user_id
                and e.conversation_id = _conversation
        ) then
            raise exception 'This conversation has saved % times, which is the most; leave the rest to another.', max_saves
                using errcode = 'PT409';
        elsif outcome = 'saved' and cardinality(_live) >= max_entries then
            raise exception 'The memory of this user is full (% entries); condense it by POST /user-memory/{user}/summarize, or delete some.',
                max_entries using errcode = 'PT402';
        end if;
        _version := _next_memory_version(save_memory.tenant_id, save_memory.user_id);
        if outcome = 'superseded' then
            perform _remove_memory_entries(save_memory.tenant_id, save_memory.user_id, _version, array[_other.id]);
        end if;
        _entry := _add_memory_entry(save_memory.tenant_id, save_memory.user_id, _version, item);
    end if;

    return query
        select
            save_memory.outcome, _memory_entry(_entry), case when _other.id is not null then _memory_entry(_other) end, r.*
        from read_memory(save_memory.tenant_id, save_memory.user_id) as r;
end $$;
