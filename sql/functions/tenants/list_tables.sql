-- list_tables: every table of tenants with how many rows a tenant has in it, in an order in which they can be filled.
-- What is "derived" is of this place alone: what was used, what is held, which versions of its bucket were erased,
-- where pages are about to be. The counts of words are not: how they stand tells in an answer.
create or replace function knowledge.list_tables(tenant_id uuid)
returns table (name text, rows bigint, derived boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_tables.tenant_id);
    for name in
        select c.relname::text from pg_class as c
        inner join pg_attribute as a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'knowledge'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        order by c.oid
    loop
        derived := name in ('usage', 'holdings', 'erased_objects', 'settled_topics');
        execute format('select count(*) from %I as t where t.tenant_id = $1', name)
        into rows using list_tables.tenant_id;
        return next;
    end loop;
end $$;
