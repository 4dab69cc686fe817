-- _hold: a trigger after a statement: keeps count of what a tenant holds.
-- Its arguments are pairs of a column of holdings and what a row "r" adds to it; rows are "come" and "gone". A tenant
-- without a row in holdings is not counted.
create or replace function knowledge._hold()
returns trigger
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
declare
    _rows text := case tg_op
        when 'INSERT' then 'select *, 1 as sign from come'
        when 'DELETE' then 'select *, -1 as sign from gone'
        else 'select *, 1 as sign from come union all select *, -1 as sign from gone'
    end;
    _sums text := '';
    _changes text := '';
begin
    for _pair in 0 .. tg_nargs / 2 - 1 loop
        _sums := _sums || format(', sum(r.sign * coalesce(%s, 0)) as %I', tg_argv[2 * _pair + 1], tg_argv[2 * _pair]);
        _changes := _changes || case when _pair > 0 then ', ' else '' end
            || format('%1$I = greatest(h.%1$I + d.%1$I, 0)', tg_argv[2 * _pair]);
    end loop;
    execute format(
        'update holdings as h set %s from (select r.tenant_id%s from (%s) as r group by r.tenant_id) as d'
        ' where h.tenant_id = d.tenant_id', _changes, _sums, _rows
    );
    return null;
end $$;
