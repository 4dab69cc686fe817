-- _deleted_before: the learning that says the same as a new one, or nearly, and that a person deleted; null where there
-- is none. What agents believe they say again, as often less strictly ("may" for "must"): deleted stays deleted until a
-- person says otherwise.
create or replace function knowledge._deleted_before(
    tenant_id uuid, learning text, learning_hash text, embedding extensions.vector, distinctions text[], model text,
    threshold double precision
)
returns uuid
language sql
stable
as $$
    select k.id
    from knowledge as k
    where k.tenant_id = _deleted_before.tenant_id and k.deleted_at is not null and k.held_at is null
        and (k.learning_hash = _deleted_before.learning_hash or (
            (k.distinctions = _deleted_before.distinctions or _differ_in_case(
                k.learning, _deleted_before.learning, k.distinctions, _deleted_before.distinctions
            ))
            and k.model = _deleted_before.model
            and 1 - (k.embedding <=> _deleted_before.embedding) >= threshold
            and not _may_turn(k.learning, _deleted_before.learning)
            and (
                select not (d.word and not (_is_modal_verb(d.mine) and _is_modal_verb(d.others)) or d.turned or d.denial)
                from _only_difference(k.learning, _deleted_before.learning) as d
            )
        ))
    order by k.learning_hash = _deleted_before.learning_hash desc, k.deleted_at desc
    limit 1
$$;
