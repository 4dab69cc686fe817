-- _as_it_was: a learning as it was at a time: its text, whose word it was and what else a person changed since, as the
-- audit noted it then, whether it was pinned, and how often and when last it had been taught.
-- Its words and vector, by which it is found, are those of today.
create or replace function knowledge._as_it_was(learning knowledge.knowledge, as_of timestamptz)
returns knowledge.knowledge
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _then knowledge.knowledge;
    _act text;
    _times integer;
    _taught_at timestamptz;
begin
    -- Of several changes of one thing the first decides: it noted what was before all of them.
    _then := jsonb_populate_record(learning, coalesce((
        select jsonb_object_agg(b.key, b.value order by a.at desc) filter (where b.key <> 'run_id')
        from audit as a
        cross join lateral jsonb_each(
            case when a.action = 'confirm' or a.before ? 'learning'
                then jsonb_build_object('authority', 'learned', 'reported', false) || a.before
            else a.before end
        ) as b
        where a.tenant_id = learning.tenant_id and a.subject = learning.id and a.at > _as_it_was.as_of
            and (a.action in ('changed', 'confirm', 'reinforced') or (a.action = 'pin' and a.before ? 'superseded_by'))
    ), '{}'));
    select a.action into _act
    from audit as a
    where a.tenant_id = learning.tenant_id and a.subject = learning.id and a.at > _as_it_was.as_of
        and a.action in ('pin', 'unpin')
    order by a.at
    limit 1;
    if found then
        _then.pinned_at := case when _act = 'unpin' then _as_it_was.as_of end;
    end if;
    _then.standing := _then.kind in ('rule', 'correction') or _then.authority = 'user' or _then.pinned_at is not null;
    if learning.last_seen_at > _as_it_was.as_of then
        select count(*), max(t.taught_at) into _times, _taught_at
        from taught as t
        where t.tenant_id = learning.tenant_id and t.id = learning.id and t.taught_at <= _as_it_was.as_of;
        _then.frequency := greatest(1, least(learning.frequency, _times));
        _then.last_seen_at := coalesce(_taught_at, learning.created_at);
    end if;
    return _then;
end $$;
