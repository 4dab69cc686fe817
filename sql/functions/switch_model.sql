-- switch_model: from now on search answers from this model, if it has everything that the tenant's present one has.
-- Tells the tenant's model and what was missing. The tenant's row is the lock that upsert_knowledge takes too.
create or replace function knowledge.switch_model(tenant_id uuid, model text)
returns table (current_model text, switched boolean, missing_learnings bigint, missing_files bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(switch_model.tenant_id);
    select t.model into current_model from tenants as t
    where t.tenant_id = switch_model.tenant_id
    for no key update;
    if not found then
        raise exception 'there is no such tenant; create it first' using errcode = 'PT404';
    end if;

    switched := false;
    select count(*) into missing_learnings from knowledge as k
    where k.tenant_id = switch_model.tenant_id and _lacks_embedding(k, switch_model.model);
    select count(*) into missing_files from indexed_files as f
    where f.tenant_id = switch_model.tenant_id and f.model = current_model and not exists (
        select from indexed_files as n
        where n.tenant_id = f.tenant_id and n.model = switch_model.model and n.file_path = f.file_path
    );

    if current_model is distinct from switch_model.model and missing_learnings = 0 and missing_files = 0 then
        update tenants as t set model = switch_model.model, model_since = now()
        where t.tenant_id = switch_model.tenant_id;
        current_model := switch_model.model;
        switched := true;
    end if;
    return next;
end $$;
