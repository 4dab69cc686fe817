-- switch_model: from now on search answers from this model, if it has everything that the tenant's present one has.
-- Tells the tenant's model. Every job of a change asks, so it stops at the first thing that is missing, and takes the
-- tenant's row, the lock of upsert_knowledge, only where nothing seems to be: then it looks again.
create or replace function knowledge.switch_model(tenant_id uuid, model text)
returns table (current_model text, switched boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(switch_model.tenant_id);
    select t.model into current_model from tenants as t where t.tenant_id = switch_model.tenant_id;
    if not found then
        raise exception 'There is no such tenant; create it first.' using errcode = 'PT404';
    end if;

    switched := _may_follow(switch_model.tenant_id, current_model, switch_model.model);
    if switched then
        select t.model into current_model from tenants as t
        where t.tenant_id = switch_model.tenant_id
        for no key update;
        switched := _may_follow(switch_model.tenant_id, current_model, switch_model.model);
    end if;
    if switched then
        update tenants as t set model = switch_model.model, model_since = now()
        where t.tenant_id = switch_model.tenant_id;
        current_model := switch_model.model;
    end if;
    return next;
end $$;
