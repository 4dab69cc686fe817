-- Run last, every time: deny everything, then let service_role execute what does not start with an underscore.
revoke all on schema knowledge from public;
revoke all on all tables in schema knowledge from public, service_role;
revoke all on all sequences in schema knowledge from public, service_role;
revoke all on all routines in schema knowledge from public, service_role;
grant usage on schema knowledge to service_role;

do $$
declare
    _function regprocedure;
begin
    for _function in
        select p.oid from pg_proc as p
        where p.pronamespace = 'knowledge'::regnamespace and p.proname not like '\_%'
    loop
        execute format('grant execute on function %s to service_role', _function);
    end loop;
end $$;
