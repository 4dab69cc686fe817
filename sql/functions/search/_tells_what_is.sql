-- _tells_what_is: whether a learning tells what something is, or how it is done, by a form of "be"; not what it can be.
-- In English, German, French, Spanish, Italian and Portuguese.
create or replace function knowledge._tells_what_is(learning text)
returns boolean
language sql
immutable
as $$
    select learning ~* '\m(is|are|was|were|ist|sind|wird|werden|est|sont|es|son|está|están|è|sono|é|são)\M'
        and learning !~* '\m(can|may|could|might|kann|können|darf|peut|peuvent|puede|pueden|può|possono|pode|podem)\M'
$$;
