-- _merged: what is in one list or the other, each once, in their order, as far as "most" reaches.
-- Of more, the first half of those that were there and the latest stay.
create or replace function knowledge._merged(held text[], more text[], most integer)
returns text[]
language sql
immutable
as $$
    select case
        when held @> more then held
        when cardinality(m.merged) <= most then m.merged
        else m.merged[1:most / 2] || m.merged[cardinality(m.merged) - most + most / 2 + 1:]
    end
    from (
        select held || array(
            select n.item from unnest(more) with ordinality as n (item, place)
            where n.item is not null and n.item <> all(held)
            group by n.item
            order by min(n.place)
        ) as merged
    ) as m
$$;
