-- _withdraw_unproved: what a run taught before and does not prove now that it went on is withdrawn: kept, not served.
-- "proved" is what its log proves now, "replaces" on what a learning must rest to be withdrawn: log, ending. Not what
-- its caller stated, another run taught too, or a person confirmed, pinned or wrote. What it superseded stands again.
create or replace function knowledge._withdraw_unproved(tenant_id uuid, run_id text, proved jsonb, replaces text[])
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _withdrawn uuid[];
begin
    if replaces = '{}' then
        return;
    end if;
    -- As upsert_knowledge does: nobody reinforces meanwhile what is withdrawn.
    perform from tenants as t where t.tenant_id = _withdraw_unproved.tenant_id for no key update;
    with withdrawn as (
        update knowledge as k set withdrawn_at = now()
        where k.tenant_id = _withdraw_unproved.tenant_id
            and k.id in (
                select t.id from run_parts as p
                cross join jsonb_array_elements(p.answer -> 'learnings') as l
                join taught as t
                    on t.tenant_id = p.tenant_id and t.id = (l.value ->> 'id')::uuid and t.run_id = p.run_id
                where p.tenant_id = _withdraw_unproved.tenant_id and p.run_id = _withdraw_unproved.run_id
                    and t.basis = any(replaces)
            )
            and k.withdrawn_at is null and k.deleted_at is null
            and k.authority = 'learned' and k.pinned_at is null
            and _taught_alone(k, _withdraw_unproved.run_id)
            and k.learning_hash not in (
                select _learning_hash(
                    p.value ->> 'learning', array(select jsonb_array_elements_text(p.value -> 'distinctions'))
                )
                from jsonb_array_elements(proved) as p
            )
        returning k.id
    )
    select array_agg(w.id) into _withdrawn from withdrawn as w;
    delete from taught as t
    where t.tenant_id = _withdraw_unproved.tenant_id and t.id = any(_withdrawn)
        and t.run_id = _withdraw_unproved.run_id;
    update knowledge as k set superseded_by = null, superseded_at = null
    where k.tenant_id = _withdraw_unproved.tenant_id and k.superseded_by = any(_withdrawn);
    perform _note_act(
        _withdraw_unproved.tenant_id, 'system', 'withdrawn', w.id,
        jsonb_build_object('run_id', _withdraw_unproved.run_id)
    )
    from unnest(_withdrawn) as w (id);
end $$;
