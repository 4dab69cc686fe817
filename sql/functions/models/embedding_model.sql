-- embedding_model: the model that the tenant's search answers from, null while nothing is stored, and the
-- tenant's redaction of files. No row where there is no such tenant.
create or replace function knowledge.embedding_model(tenant_id uuid)
returns table (model text, redaction text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(embedding_model.tenant_id);
    return query select t.model, t.redaction from tenants as t where t.tenant_id = embedding_model.tenant_id;
end $$;
