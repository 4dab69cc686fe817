-- set_email_keeping: whether e-mails in the events that the tenant records from now on are kept like other text.
-- Raises PT404 where there is no such tenant.
create or replace function knowledge.set_email_keeping(tenant_id uuid, keeps_emails boolean)
returns table (name text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(set_email_keeping.tenant_id);
    return query
        update tenants as t set keeps_emails = set_email_keeping.keeps_emails
        where t.tenant_id = set_email_keeping.tenant_id
        returning t.name;
    if not found then
        raise exception 'There is no such tenant; list them first.' using errcode = 'PT404';
    end if;
end $$;
