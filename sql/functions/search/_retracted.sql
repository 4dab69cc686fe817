-- _retracted: what learnings say no more, so that no file of a run says it for them: "words" of what a person deleted
-- or let expire, what is held, and given "by" of what a person worded anew or another learning superseded, which that
-- one is. "files" are how the names of the files of its runs end (files/paths.of_run).
create or replace function knowledge._retracted(tenant_id uuid)
returns table (words text, by uuid, files text[])
language sql
stable
as $$
    select w.words, g.by, array(
        select '-' || left(encode(sha256(convert_to(
            p.run_id || case when p.part > 1 then ' part ' || p.part else '' end, 'UTF8'
        )), 'hex'), 12) || '.md'
        from run_parts as p
        where p.tenant_id = _retracted.tenant_id and p.run_id = any(g.run_ids || g.run_id)
    )
    from (
        select k.id, k.learning, k.run_ids, k.run_id, _successor(k) as by from knowledge as k
        where k.tenant_id = _retracted.tenant_id
            and (k.deleted_at is not null or k.held_at is not null or k.superseded_by is not null or k.expires_at is not null)
            and (k.superseded_by is null or k.deleted_at is not null or k.held_at is not null or _successor(k) is not null)
            and (k.deleted_at is not null or k.held_at is not null or k.superseded_by is not null or k.expires_at <= now())
            and not exists (
                select from knowledge as o
                where o.tenant_id = k.tenant_id and o.learning_hash = k.learning_hash and o.id <> k.id
                    and _learning_serves(o, null, null, null, null, null, null, null, null, null)
            )
        union all
        select k.id, a.before ->> 'learning', k.run_ids, k.run_id,
            case when _learning_serves(k, null, null, null, null, null, null, null, null, null) then k.id end
        from audit as a
        join knowledge as k on k.tenant_id = a.tenant_id and k.id = a.subject
        where a.tenant_id = _retracted.tenant_id and a.action = 'changed' and a.before ->> 'learning' <> k.learning
    ) as g
    cross join lateral (
        select coalesce(_user_words(g.learning), g.learning) as words
    ) as w
$$;
