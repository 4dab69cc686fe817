-- Distributes the schema by tenant over a Citus cluster (12 or newer). Run as superuser after every migration, which
-- makes the functions anew; what is distributed already stays. Everything of a tenant lies on one worker, and every RPC
-- is delegated there whole by its first argument, so that row-level security's setting never has to travel.
do $$
declare
    _table regclass;
    _function regprocedure;
    _by_tenant boolean;
begin
    if not exists (select from pg_extension as e where e.extname = 'citus') then
        raise exception 'Citus is not installed in this database'
            using hint = 'Nothing needs it before one server is too small; see docs/operations.md, Scale.';
    end if;

    -- Its names are unique over all tenants, which no distributed table can promise: each worker holds a copy.
    if not exists (select from pg_dist_partition as d where d.logicalrelid = 'knowledge.tenants'::regclass) then
        perform create_reference_table('knowledge.tenants');
    end if;

    -- In the order of their making: a foreign key's target comes first. All are colocated by the column's type.
    for _table in
        select c.oid from pg_class as c
        inner join pg_attribute as a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'knowledge'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_dist_partition as d where d.logicalrelid = c.oid)
        order by c.oid
    loop
        perform create_distributed_table(_table, 'tenant_id');
    end loop;

    for _function, _by_tenant in
        select p.oid, p.proname not like '\_%' and coalesce(p.proargnames[1], '') = 'tenant_id' from pg_proc as p
        where p.pronamespace = 'knowledge'::regnamespace
    loop
        if _by_tenant then
            perform create_distributed_function(_function, 'tenant_id', colocate_with := 'knowledge.knowledge');
        else
            perform create_distributed_function(_function);
        end if;
    end loop;
end $$;
