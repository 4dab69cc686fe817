-- _are_of_opposites: whether two learnings that differ in an opposite ("marks") are about the two: "The export fails",
-- "The import fails"; "Reading the ledger requires", "Writing the ledger requires". Each begins with its thing, a noun
-- behind an article or before its verb; an order begins with none: "Enable the cache", "Disable the cache".
-- text/numbered_subjects.py asks the same of statements.
create or replace function knowledge._are_of_opposites(one text, other text, marks text[])
returns boolean
language sql
immutable
as $$
    select exists (select from unnest(marks) as m (mark) where m.mark ~ '^[[:lower:]]+$' and m.mark <> 'not')
        and coalesce(lower(_thing(one)) <> lower(_thing(other)), false)
$$;
