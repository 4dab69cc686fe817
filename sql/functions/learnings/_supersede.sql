-- _supersede: what a new learning overrules, by its caller's word or its own, is marked; it is kept.
-- Its own: "no longer", "moved to", "instead", of the nearest learning about the same thing that differs in a number, a
-- name or a negation. What has the higher authority is overruled by none of a lower: the new one is marked as overruled
-- itself. So no run overrules what a person wrote, confirmed or pinned, whoever speaks in its log; and what is held
-- overrules nothing: nobody has read it yet. What a variant said since of the same thing is overruled with it. Answers
-- why what the caller names is not superseded; null where it is.
create or replace function knowledge._supersede(
    tenant_id uuid, id uuid, stated uuid, variant uuid, model text, embedding extensions.vector
)
returns text
language plpgsql
as $$
#variable_conflict use_column
declare
    _new knowledge.knowledge;
    _old knowledge.knowledge;
    _standing uuid;
begin
    select k.* into _new from knowledge as k where k.tenant_id = _supersede.tenant_id and k.id = _supersede.id;
    if _new.held_at is not null or (stated is null and not _says_change(_new.learning)) then
        return null;
    end if;
    select k.* into _old from knowledge as k
    where k.tenant_id = _supersede.tenant_id and k.deleted_at is null and k.id = coalesce(
        stated, _replaced_learning(_supersede.tenant_id, _new, _supersede.model, _supersede.embedding), variant
    );
    _standing := _successor(_old) where _old.superseded_by is not null;
    if _standing is not null then  -- what stands now is what is replaced
        select k.* into _old from knowledge as k where k.tenant_id = _supersede.tenant_id and k.id = _standing;
    end if;
    if _old.id is null and stated is not null then
        return format('supersedes nothing: %s; send the id of one that is there', case
            when exists (select from knowledge as k where k.tenant_id = _supersede.tenant_id and k.id = stated)
                then format('a person deleted %s', stated)
            else format('there is no learning %s', stated)
        end);
    elsif _old.id is null or _old.id = _new.id or (stated is null and not _speaks_for(_new.projects, _old.projects)) then
        return null;
    end if;

    if _authority_rank(_old) > _authority_rank(_new) then
        update knowledge as k set superseded_by = _old.id, superseded_at = now()
        where k.tenant_id = _supersede.tenant_id and k.id = _new.id;
        return case when stated is not null then format(
            'supersedes nothing: %s has the higher authority and stands; only a person replaces it', _old.id
        ) end;
    end if;
    if stated is null then  -- what was said since of what is no longer so, is no longer so either
        perform _take_place(_supersede.tenant_id, _new.id, k.id)
        from _family(_supersede.tenant_id, coalesce(_old.variant_of, _old.id)) as k
        where k.id not in (_new.id, _old.id) and k.deleted_at is null and _speaks_for(_new.projects, k.projects)
            and _authority_rank(k) <= _authority_rank(_new)
            and _may_overrule(
                _authority_rank(k), k.created_at, k.last_seen_at, k.projects,
                _authority_rank(_old), _old.created_at, _old.last_seen_at, _old.projects
            )
            and _say_otherwise(
                k.learning, k.distinctions, k.terms, _old.learning, _old.distinctions, _old.terms, same => false
            );
    end if;
    perform _take_place(_supersede.tenant_id, _new.id, _old.id);
    return null;
end $$;
