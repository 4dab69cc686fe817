-- import_rows: puts rows into one table of a tenant, as export_rows gave them; how many.
-- A column that came after the archive, and which its rows do not have, gets its default.
-- Raises PT404 for what is no table of tenants, PT409 where one of them is there already. Rows of another tenant are
-- refused by row-level security.
create or replace function knowledge.import_rows(tenant_id uuid, name text, contents jsonb)
returns table (imported bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _columns text;
begin
    perform _act_as(import_rows.tenant_id);
    select string_agg(format('%I', a.attname), ', ' order by a.attnum) into _columns
    from list_tables(import_rows.tenant_id) as l
    join pg_attribute as a on a.attrelid = format('knowledge.%I', l.name)::regclass
    where l.name = import_rows.name and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and (contents = '[]' or contents -> 0 ? a.attname::text);
    if _columns is null then
        raise exception 'There is no table "%" of tenants; list the tables first.', name using errcode = 'PT404';
    end if;
    execute format(
        'insert into %1$I (%2$s) select %2$s from jsonb_populate_recordset(null::%1$I, $1)', name, _columns
    ) using contents;
    get diagnostics imported = row_count;
    if name = 'tenants' then
        insert into holdings (tenant_id) values (import_rows.tenant_id);
    end if;
    return next;
exception
    when unique_violation then
        raise exception 'A tenant with this id or name exists already; delete or rename it first.'
            using errcode = 'PT409';
end $$;
