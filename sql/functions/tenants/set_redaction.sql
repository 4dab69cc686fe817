-- set_redaction: what is redacted in the tenant's files and uploads from now on. The next reindex makes the index of
-- what it has anew; what did not change keeps its embedding. Raises PT404 where there is no such tenant.
create or replace function knowledge.set_redaction(tenant_id uuid, redaction text)
returns table (name text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(set_redaction.tenant_id);
    return query
        update tenants as t set redaction = set_redaction.redaction
        where t.tenant_id = set_redaction.tenant_id
        returning t.name;
    if not found then
        raise exception 'There is no such tenant; list them first.' using errcode = 'PT404';
    end if;
exception
    when check_violation then
        raise exception 'There is no such redaction; send off, secrets or all.' using errcode = 'PT422';
end $$;
