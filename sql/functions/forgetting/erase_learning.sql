-- erase_learning: nothing of a learning is left in any row: itself, its vectors, its words, what was served, taught and
-- answered of it, and every wording that it had. A row a kind with how many went; none where there is no such learning.
create or replace function knowledge.erase_learning(tenant_id uuid, id uuid)
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _old knowledge.knowledge;
    _texts text[];
begin
    perform _act_as(erase_learning.tenant_id);
    select k.* into _old from knowledge as k
    where k.tenant_id = erase_learning.tenant_id and k.id = erase_learning.id
    for update;
    if not found then
        return;
    end if;
    _texts := _wordings(_old.tenant_id, _old.id);

    removed := (
        select count(*) from learning_embeddings as e where e.tenant_id = _old.tenant_id and e.id = _old.id
    ) + 1;
    kind := 'vectors';
    return next;

    delete from knowledge as k where k.tenant_id = _old.tenant_id and k.id = _old.id;
    get diagnostics removed = row_count;
    kind := 'learnings';
    return next;

    kind := 'words';
    _old.terms := _old.terms || _old.tag_terms;
    removed := coalesce(cardinality(_old.terms), 0);
    perform _unlist_words(
        _old.tenant_id, array(select _old.id from unnest(_old.terms)), _old.terms, 1
    ) where _old.terms is not null;
    return next;

    update knowledge as k set
        supersedes = nullif(k.supersedes, _old.id), variant_of = nullif(k.variant_of, _old.id),
        superseded_by = nullif(k.superseded_by, _old.id),
        held_reason = case
            when position(_old.id::text in k.held_reason) > 0
                then 'a person deleted or corrected what says the same, which is erased; release this if it holds after all'
            else k.held_reason
        end
    where k.tenant_id = _old.tenant_id and (
        _old.id in (k.supersedes, k.variant_of, k.superseded_by) or position(_old.id::text in k.held_reason) > 0
    );
    get diagnostics removed = row_count;
    kind := 'references';
    return next;

    delete from served as s where s.tenant_id = _old.tenant_id and s.id = _old.id;
    get diagnostics removed = row_count;
    kind := 'served';
    return next;

    kind := 'run errors';  -- that its runs met, and that it quotes
    delete from run_errors as e
    where e.tenant_id = _old.tenant_id and length(e.error) >= 8
        and exists (select from unnest(_texts) as t (wording) where position(e.error in t.wording) > 0)
        and (e.run_id = any(_old.run_ids || _old.run_id) or exists (
            select from taught as t where t.tenant_id = _old.tenant_id and t.id = _old.id and t.run_id = e.run_id
        ));
    get diagnostics removed = row_count;
    return next;

    delete from taught as t where t.tenant_id = _old.tenant_id and t.id = _old.id;
    get diagnostics removed = row_count;
    kind := 'taught';
    return next;

    return query select n.kind, n.removed from _clear_notes(_old.tenant_id, array[_old.id::text], '{}', _texts) as n;

    delete from audit as a where a.tenant_id = _old.tenant_id and a.subject = _old.id;
    get diagnostics removed = row_count;
    kind := 'acts';
    return next;
end $$;
