-- _lacks: how many words of another a learning does not have.
-- As the numbers by which search knows words, stop words left out. Not in SQL, nor is what else each pair of learnings
-- is asked (_say_otherwise): to set up a query takes ten times as long.
create or replace function knowledge._lacks(terms integer[], others integer[])
returns bigint
language plpgsql
immutable
as $$
declare
    _lacking bigint := 0;
    _term integer;
begin
    foreach _term in array coalesce(others, '{}') loop
        if _term <> all(terms) then
            _lacking := _lacking + 1;
        end if;
    end loop;
    return _lacking;
end $$;
