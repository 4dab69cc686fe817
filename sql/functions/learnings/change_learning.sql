-- change_learning: changes what "changes" names of a learning: learning (with embedding, model, distinctions), kind,
-- tags, projects, expires_at, supersedes. Raises PT404 where there is none, PT409 where it is deleted or the same is
-- known already, PT422 where it would supersede itself or what is not there.
create or replace function knowledge.change_learning(tenant_id uuid, id uuid, actor text, changes jsonb)
returns table (learning jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _old knowledge.knowledge;
    _new knowledge.knowledge;
    _superseded uuid := (changes ->> 'supersedes')::uuid;
begin
    perform _act_as(change_learning.tenant_id);
    _old := _learning(change_learning.tenant_id, change_learning.id, deleted => false);
    _new := jsonb_populate_record(_old, changes - '{embedding,supersedes}'::text[]);
    if changes ? 'learning' then
        _new.learning_hash := _learning_hash(_new.learning, _new.distinctions);
        _new.embedding := (changes ->> 'embedding')::vector(384);
        delete from learning_embeddings as e
        where e.tenant_id = change_learning.tenant_id and e.id = change_learning.id;
    end if;
    if changes ?| '{learning,tags}' then
        select w.kw, w.terms, w.tag_terms into _new.kw, _new.terms, _new.tag_terms
        from _kw(change_learning.tenant_id, _learning_words(_new.learning, _new.questions), _new.tags) as w;
    end if;
    if _superseded = change_learning.id or not exists (
        select from knowledge as k where k.tenant_id = change_learning.tenant_id and k.id = coalesce(_superseded, k.id)
    ) then
        raise exception '`supersedes` names no other learning; list what there is.' using errcode = 'PT422';
    end if;

    update knowledge as k set
        learning = _new.learning, learning_hash = _new.learning_hash, embedding = _new.embedding, model = _new.model,
        distinctions = _new.distinctions, kw = _new.kw, terms = _new.terms, tag_terms = _new.tag_terms, kind = _new.kind,
        tags = _new.tags, projects = _new.projects, expires_at = _new.expires_at,
        -- Whoever changes the words of a learning answers for them.
        authority = case when changes ? 'learning' then 'user' else k.authority end,
        reported = k.reported and not changes ? 'learning',
        withdrawn_at = case when not changes ? 'learning' then k.withdrawn_at end
    where k.tenant_id = change_learning.tenant_id and k.id = change_learning.id;
    perform _take_place(change_learning.tenant_id, change_learning.id, _superseded) where _superseded is not null;
    if changes ?| '{learning,tags}' then
        perform _unlist_words(
            _old.tenant_id, array(select _old.id from unnest(_old.terms || _old.tag_terms)), _old.terms || _old.tag_terms, 1
        ) where _old.terms is not null;
        perform _list_learnings(change_learning.tenant_id, array[change_learning.id]);
    end if;
    perform _note_act(
        change_learning.tenant_id, actor, 'changed', change_learning.id,
        (
            select jsonb_object_agg(b.key, b.value) from jsonb_each(_learning_row(_old)) as b
            where changes ? b.key or (changes ? 'learning' and b.key in ('authority', 'reported'))
        )
    );
    return query select _shown_learning(_learning(change_learning.tenant_id, change_learning.id));
exception when unique_violation then
    raise exception 'Another learning says this already; forget one of them.' using errcode = 'PT409';
end $$;
