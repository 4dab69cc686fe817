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
    _by_user boolean := item ->> 'source' = 'user';
    _conversation text := item ->> 'conversation_id';
    _live user_knowledge_entries[];
    _entry user_knowledge_entries;
    _other user_knowledge_entries;
    _near record;
    _version bigint;
begin
    perform _act_as(save_memory.tenant_id);
    perform _lock_memory(save_memory.tenant_id, save_memory.user_id);
    _live := array(
        select e from user_knowledge_entries as e
        where e.tenant_id = save_memory.tenant_id and e.user_id = save_memory.user_id and e.removed_in is null
    );

    if save_memory.supersedes is not null then
        select * into _other from unnest(_live) as l
        where l.id = save_memory.supersedes or (
            -- As the prompt shows it, with its category and whose word it is.
            save_memory.supersedes !~ '^k_\d+_\w+$' and strpos(save_memory.supersedes, l.content) > 0
            and length(save_memory.supersedes) <= length(l.content) + 60
        )
        order by l.id = save_memory.supersedes desc, length(l.content) desc
        limit 1;
        if not found then
            raise exception 'There is no entry "%" to supersede; name one in its own words, or none.',
                left(save_memory.supersedes, 200)
                using errcode = 'PT404';
        elsif _other.source = 'user' and not _by_user then
            raise exception 'What the user said is replaced by the user''s own word alone; use an admin key.'
                using errcode = 'PT403';
        end if;
        outcome := 'superseded';
    else
        for _near in
            select n.* from _near_memories(
                save_memory.tenant_id, save_memory.user_id, item ->> 'gist',
                array(select jsonb_array_elements_text(item -> 'distinctions')),
                (item ->> 'embedding')::vector(384), item ->> 'model', threshold, same_subject
            ) as n
        loop
            if _near.known and _near.source = 'user' and not _by_user then
                outcome := 'known';
            elsif _near.source = 'user' and not _by_user then
                outcome := null;
            elsif _near.known and (_near.source = 'user' or not _by_user) and (
                _near.category in (item ->> 'category', 'rule', 'feedback') or item ->> 'category' = 'context'
            ) then
                outcome := 'known';
            elsif _near.known or _near.similarity >= save_memory.same_subject
                and _near.category = 'preference' and item ->> 'category' = 'preference' then
                outcome := 'superseded';
            end if;
            if outcome is not null or _other is null then
                select * into _other from unnest(_live) as l where l.id = _near.id;
            end if;
            exit when outcome is not null;
        end loop;
        outcome := coalesce(outcome, 'saved');
    end if;

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
