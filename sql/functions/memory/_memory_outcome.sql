-- _memory_outcome: what becomes of an entry beside those that are remembered of the user ("live"): saved, known or
-- superseded, and the id of the one that it is known by, takes the place of, or may be about the same subject as.
-- Raises PT404 for an unknown "supersedes", PT403 where an agent's entry would replace what the user said.
create or replace function knowledge._memory_outcome(
    tenant_id uuid,
    user_id text,
    item jsonb,
    live knowledge.user_knowledge_entries[],
    threshold double precision,
    same_subject double precision,
    supersedes text
)
returns table (outcome text, other_id text)
language plpgsql
as $$
#variable_conflict use_column
declare
    _by_user boolean := item ->> 'source' = 'user';
    _named user_knowledge_entries;
    _near record;
begin
    if _memory_outcome.supersedes is not null then
        select * into _named from unnest(live) as l
        where l.id = _memory_outcome.supersedes or (
            -- As the prompt shows it, with its category and whose word it is.
            _memory_outcome.supersedes !~ '^k_\d+_\w+$' and strpos(_memory_outcome.supersedes, l.content) > 0
            and length(_memory_outcome.supersedes) <= length(l.content) + 60
        )
        order by l.id = _memory_outcome.supersedes desc, length(l.content) desc
        limit 1;
        if not found then
            raise exception 'There is no entry "%" to supersede; name one in its own words, or none.',
                left(_memory_outcome.supersedes, 200)
                using errcode = 'PT404';
        elsif _named.source = 'user' and not _by_user then
            raise exception 'What the user said is replaced by the user''s own word alone; use an admin key.'
                using errcode = 'PT403';
        end if;
        return query select 'superseded', _named.id;
        return;
    end if;

    for _near in
        select n.* from _near_memories(
            _memory_outcome.tenant_id, _memory_outcome.user_id, item ->> 'gist',
            array(select jsonb_array_elements_text(item -> 'distinctions')),
            (item ->> 'embedding')::vector(384), item ->> 'model', threshold, same_subject
        ) as n
    loop
        -- "Ama i test" is within "Non ama i test", and is not known by it.
        _near.known := _near.known and not exists (
            select from unnest(live) as l
            where l.id = _near.id and l.gist <> item ->> 'gist' and _may_turn(l.content, item ->> 'content')
        );
        if _near.known and _near.source = 'user' and not _by_user then
            outcome := 'known';
        elsif _near.source = 'user' and not _by_user then
            outcome := null;
        elsif _near.known and (_near.source = 'user' or not _by_user) and (
            _near.category in (item ->> 'category', 'rule', 'feedback') or item ->> 'category' = 'context'
        ) then
            outcome := 'known';
        elsif _near.known or _near.similarity >= same_subject
            and _near.category = 'preference' and item ->> 'category' = 'preference' then
            outcome := 'superseded';
        end if;
        if outcome is not null or other_id is null then
            other_id := _near.id;
        end if;
        exit when outcome is not null;
    end loop;
    outcome := coalesce(outcome, 'saved');
    return next;
end $$;
