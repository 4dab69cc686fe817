-- _slips: a written word, and the same with each one letter left out.
-- Two words that share one of these differ by a letter too many, too few, changed, or swapped with its neighbour.
create or replace function knowledge._slips(surface text)
returns table (spelling text)
language sql
immutable
as $$
    select surface
    union
    select left(surface, n) || substr(surface, n + 2) from generate_series(0, length(surface) - 1) as n
$$;
