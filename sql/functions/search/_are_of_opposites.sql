-- _are_of_opposites: whether two learnings that differ in an opposite ("marks") are about the two: "The export fails",
-- "The import fails"; "Reading the ledger requires", "Writing the ledger requires". Each begins with its thing, a noun
-- behind an article or before its verb; an order begins with none: "Enable the cache", "Disable the cache".
-- text/numbered_subjects.py asks the same of statements.
create or replace function knowledge._are_of_opposites(one text, other text, marks text[])
returns boolean
language plpgsql
immutable
as $$
declare
    _mark text;
begin
    foreach _mark in array marks loop
        if _mark ~ '^[[:lower:]]+$' and _mark <> 'not' then
            return coalesce(lower(_thing(one)) <> lower(_thing(other)), false);
        end if;
    end loop;
    return false;
end $$;
