-- Run last, every time: deny everything, then let those execute what does not start with an underscore who need it:
-- knowledge_admin all of it, service_role, as which the functions log in, all but what administers tenants and keys.
revoke all on schema knowledge from public;
revoke all on all tables in schema knowledge from public, service_role, knowledge_admin;
revoke all on all sequences in schema knowledge from public, service_role, knowledge_admin;
revoke all on all routines in schema knowledge from public, service_role, knowledge_admin;
grant usage on schema knowledge to service_role, knowledge_admin;

do $$
declare
    _function regprocedure;
    _administers boolean;
begin
    for _function, _administers in
        select p.oid, p.proname = any('{
            create_tenant, set_tier, set_redaction, set_email_keeping, list_tenants, find_tenant, delete_tenant, create_key,
            list_keys, revoke_key, export_rows, import_rows, list_tables
        }')
        from pg_proc as p
        where p.pronamespace = 'knowledge'::regnamespace and p.proname not like '\_%'
    loop
        execute format('grant execute on function %s to knowledge_admin', _function);
        if not _administers then
            execute format('grant execute on function %s to service_role', _function);
        end if;
    end loop;
end $$;
