-- export_rows: a page of a tenant's rows of one table, as JSON, in the order of its primary key, after the row "after".
-- What Postgres computes is left out. Raises PT404 for what is no table of tenants.
create or replace function knowledge.export_rows(
    tenant_id uuid, name text, after jsonb default null, max_rows integer default 500
)
returns table (content jsonb)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _key text;
    _after text;
    _computed text[];
begin
    perform _act_as(export_rows.tenant_id);
    select
        string_agg(format('t.%I', a.attname), ', ' order by k.place),
        string_agg(format('($2 ->> %L)::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by k.place)
    into _key, _after
    from pg_index as i
    cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indisprimary and i.indrelid = (
        select c.oid from pg_class as c
        where c.relnamespace = 'knowledge'::regnamespace and c.relname = export_rows.name and exists (
            select from pg_attribute as o where o.attrelid = c.oid and o.attname = 'tenant_id'
        )
    );
    if _key is null then
        raise exception 'There is no table "%" of tenants; list the tables first.', name using errcode = 'PT404';
    end if;
    _computed := array(
        select a.attname::text from pg_attribute as a
        where a.attrelid = format('knowledge.%I', name)::regclass and a.attgenerated <> ''
    );
    return query execute format(
        'select to_jsonb(t) - $3 from %I as t where t.tenant_id = $1 and ($2 is null or (%s) > (%s)) order by %s limit $4',
        name, _key, _after, _key
    ) using export_rows.tenant_id, after, _computed, max_rows;
end $$;
