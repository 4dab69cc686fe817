-- _tells_what_is: whether a learning tells what something is, or how it is done, by a form of "be" in front of what
-- stands behind the first so many of its words (_stems); not what it can be. A form of "be" behind that is of another
-- clause: "dry the teff twice before it is milled".
-- In English, German, French, Spanish, Italian and Portuguese.
create or replace function knowledge._tells_what_is(learning text, before integer)
returns boolean
language sql
immutable
as $$
    select learning !~* '\m(can|may|could|might|kann|können|darf|peut|peuvent|puede|pueden|può|possono|pode|podem)\M'
        and exists (
            select from (
                select w.word, count(*) filter (where cardinality(_stems('x ' || w.word)) > 1) over (order by w.place) as stems
                from regexp_split_to_table(learning, '[^\w]+') with ordinality as w (word, place)
            ) as w
            where w.stems <= _tells_what_is.before
                and w.word ~* '^(is|are|was|were|ist|sind|wird|werden|est|sont|es|son|está|están|è|sono|é|são)$'
        )
$$;
