-- _beyond: what one list has beyond another, each as often as it has it more often.
-- Not in SQL, as _lacks.
create or replace function knowledge._beyond(one text[], other text[])
returns text[]
language plpgsql
immutable
as $$
declare
    _beyond text[] := one;
    _item text;
    _place integer;
begin
    foreach _item in array other loop
        _place := array_position(_beyond, _item);
        if _place is not null then
            _beyond := _beyond[:_place - 1] || _beyond[_place + 1:];
        end if;
    end loop;
    return _beyond;
end $$;
