-- act_on_learning: forget (undone by restore while it is not purged), restore, pin, unpin, hold, release or confirm a
-- learning. What is confirmed is a person's word from then on. What was withdrawn is served again once a person
-- restores, pins or confirms it; and what a person pins or confirms holds again, unless a person's word superseded it.
-- What was taught again meanwhile, and is held, goes as that which it repeats is restored.
-- Repeating an act changes nothing and is not noted. Raises PT404, and PT409 where it is deleted, or what is restored
-- is known again.
create or replace function knowledge.act_on_learning(
    tenant_id uuid, id uuid, actor text, action text, reason text default null
)
returns table (learning jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _old knowledge.knowledge;
    _new knowledge.knowledge;
    _again uuid;
begin
    perform _act_as(act_on_learning.tenant_id);
    _old := _learning(act_on_learning.tenant_id, act_on_learning.id, action in ('forget', 'restore', 'hold'));
    _new := _old;
    case action
        when 'forget' then _new.deleted_at := coalesce(_old.deleted_at, now());
        when 'restore' then _new.deleted_at := null;
        when 'pin' then _new.pinned_at := coalesce(_old.pinned_at, now());
        when 'unpin' then _new.pinned_at := null;
        when 'hold' then
            _new.held_at := coalesce(_old.held_at, now());
            _new.held_reason := coalesce(reason, _old.held_reason);
        when 'release' then
            _new.held_at := null;
            _new.held_reason := null;
        when 'confirm' then
            _new.authority := 'user';
            _new.reported := false;
    end case;
    _new.withdrawn_at := case when action not in ('restore', 'pin', 'confirm') then _old.withdrawn_at end;
    if action in ('pin', 'confirm') and not exists (
        select from knowledge as k
        where k.tenant_id = act_on_learning.tenant_id and k.id = _old.superseded_by and _authority_rank(k) = 3
    ) then
        _new.superseded_by := null;
        _new.superseded_at := null;
    end if;
    if action = 'restore' and _old.deleted_at is not null then
        select k.id into _again from knowledge as k
        where k.tenant_id = _old.tenant_id and k.learning_hash = _old.learning_hash and k.deleted_at is null;
        update knowledge as k set deleted_at = now()
        where k.tenant_id = _old.tenant_id and k.id = _again and k.held_at is not null;
        perform _note_act(_old.tenant_id, actor, 'forget', _again, '{}') where found;
    end if;
    if _new is distinct from _old then
        update knowledge as k set
            deleted_at = _new.deleted_at, withdrawn_at = _new.withdrawn_at, pinned_at = _new.pinned_at,
            held_at = _new.held_at, held_reason = _new.held_reason,
            authority = _new.authority, reported = _new.reported,
            superseded_by = _new.superseded_by, superseded_at = _new.superseded_at
        where k.tenant_id = act_on_learning.tenant_id and k.id = act_on_learning.id
        returning k.* into _new;
        update knowledge as k set supersedes = null
        where k.tenant_id = act_on_learning.tenant_id and k.id = _old.superseded_by and k.supersedes = _new.id
            and _new.superseded_by is null;
        perform _note_act(
            act_on_learning.tenant_id, actor, action, act_on_learning.id,
            jsonb_strip_nulls(jsonb_build_object('held_reason', _old.held_reason) || case
                when _new.superseded_by is distinct from _old.superseded_by
                    then jsonb_build_object('superseded_by', _old.superseded_by, 'superseded_at', _old.superseded_at)
                else '{}'
            end) || case
                when action = 'confirm' then jsonb_build_object('authority', _old.authority, 'reported', _old.reported)
                else '{}'
            end
        );
    end if;
    return query select _shown_learning(_new);
exception when unique_violation then
    raise exception 'The same was learned again meanwhile: delete % first, and restore this one then.', _again
        using errcode = 'PT409';
end $$;
