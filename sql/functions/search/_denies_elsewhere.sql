-- _denies_elsewhere: whether what one learning denies, it denies in another case than the one that the other speaks of:
-- "Do not open the valve before the pressure drops", "Open the valve after the pressure drops". Either the other one
-- has a mark of its own ("marks" and "others" are those, _own_marks), or a word that bounds the denial is none of the
-- other's. What is denied in every case may be otherwise in one. English: of other languages the words that bound a
-- statement are compared as all others are. text/conditions.py asks the same of statements.
create or replace function knowledge._denies_elsewhere(denial text, other text, marks text[], others text[])
returns boolean
language plpgsql
immutable
as $$
begin
    if not marks && array['not', 'deny'] or others <> '{}' then
        return marks && array['not', 'deny'];
    end if;
    return exists (
        select b.bound from _bounds(_denies_elsewhere.denial) as b (bound)
        except
        select b.bound from _bounds(_denies_elsewhere.other) as b (bound)
    );
end $$;
