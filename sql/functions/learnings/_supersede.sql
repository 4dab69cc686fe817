-- _supersede: what a new learning overrules, by its caller's word or its own, is marked; it is kept.
-- Its own: "no longer", "moved to", "instead", of the nearest learning about the same thing that differs in a number, a
-- name or a negation. What the user wrote is overruled by the user alone: another is marked as overruled itself. What a
-- person pinned or put into words here is overruled by no run at all, whoever speaks in its log.
create or replace function knowledge._supersede(
    tenant_id uuid, id uuid, stated uuid, variant uuid, model text, embedding extensions.vector
)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _new knowledge.knowledge;
    _old knowledge.knowledge;
begin
    select k.* into _new from knowledge as k where k.tenant_id = _supersede.tenant_id and k.id = _supersede.id;
    if stated is null and not _says_change(_new.learning) then
        return;
    end if;
    select k.* into _old from knowledge as k
    where k.tenant_id = _supersede.tenant_id and k.deleted_at is null and k.id = coalesce(
        stated, _replaced_learning(_supersede.tenant_id, _new, _supersede.model, _supersede.embedding), variant
    );
    if not found or _old.id = _new.id then
        return;
    end if;

    if (_old.authority = 'user' and _new.authority <> 'user') or _old.pinned_at is not null or exists (
        select from audit as a
        where a.tenant_id = _supersede.tenant_id and a.subject = _old.id and a.action = 'changed' and a.before ? 'learning'
    ) then
        update knowledge as k set superseded_by = _old.id, superseded_at = now()
        where k.tenant_id = _supersede.tenant_id and k.id = _new.id;
        return;
    end if;
    update knowledge as k set superseded_by = _new.id, superseded_at = coalesce(k.superseded_at, now())
    where k.tenant_id = _supersede.tenant_id and (k.id = _old.id or k.superseded_by = _old.id);
    update knowledge as k set supersedes = _old.id
    where k.tenant_id = _supersede.tenant_id and k.id = _new.id;
end $$;
