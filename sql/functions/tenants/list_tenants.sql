-- list_tenants: every tenant with its tier, how many learnings it holds and may hold, what it wants redacted
-- in its files, and whether e-mails in its events are kept; by name.
-- Crosses tenants: it is for the operator's own tools, and no HTTP function calls it.
create or replace function knowledge.list_tenants()
returns table (
    tenant_id uuid, name text, tier text, learnings bigint, entry_limit integer, redaction text, keeps_emails boolean
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform set_config('knowledge.operator', 'on', true);
    for tenant_id, name, tier, redaction, keeps_emails in
        select t.tenant_id, t.name, t.tier, t.redaction, t.keeps_emails from tenants as t order by t.name
    loop
        perform _act_as(tenant_id);
        learnings := (select count(*) from knowledge as k where k.tenant_id = list_tenants.tenant_id);
        entry_limit := _entry_limit(tier);
        return next;
    end loop;
    perform set_config('knowledge.operator', '', true);
    perform set_config('knowledge.tenant_id', '', true);
end $$;
