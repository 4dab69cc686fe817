-- find_traces: where something still stands after it was forgotten: a row a table with how many of its rows hold one of
-- "texts" anywhere in a column, or have one of "wholes" as a column's value. Nothing where nothing is left.
-- Every table of tenants is looked through, whatever tables there will be; what no text is in (vectors) is passed over.
create or replace function knowledge.find_traces(tenant_id uuid, texts text[], wholes text[] default '{}')
returns table (place text, rows bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _columns text;
begin
    perform _act_as(find_traces.tenant_id);
    for place, _columns in
        select c.relname::text, string_agg(format('t.%I::text', a.attname), ', ')
        from pg_class as c
        join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'knowledge'::regnamespace and c.relkind in ('r', 'p')
            and a.atttypid = any('{text,varchar,text[],jsonb,uuid,uuid[]}'::regtype[])
            and a.attname <> 'tenant_id'
            and exists (
                select from pg_attribute as o where o.attrelid = c.oid and o.attname = 'tenant_id'
            )
        group by c.oid, c.relname
        order by c.relname
    loop
        execute format(
            'select count(*) from %I as t cross join lateral (select array[%s] as held) as h'
            ' where t.tenant_id = $1 and (h.held && $3 or exists ('
            ' select from unnest($2) as s (needle) where position(s.needle in array_to_string(h.held, chr(31))) > 0))',
            place, _columns
        ) into rows using find_traces.tenant_id, texts || array(
            select substr(to_jsonb(s.needle)::text, 2, length(to_jsonb(s.needle)::text) - 2) from unnest(texts) as s (needle)
        ), wholes;
        if rows > 0 then
            return next;
        end if;
    end loop;
end $$;
