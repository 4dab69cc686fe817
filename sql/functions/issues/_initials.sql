-- _initials: the first letters of each three to five words in a row of a text, and between which places they stand.
-- "new row level security" has "nrl", "rls" and "nrls".
create or replace function knowledge._initials(content text)
returns table (initials text, first bigint, last bigint)
language sql
immutable
as $$
    with letters as (
        select lower(left(m.parts[1], 1)) as letter, m.place
        from regexp_matches(content, '([A-Za-z][A-Za-z0-9]*)', 'g') with ordinality as m (parts, place)
    )
    select string_agg(l.letter, '' order by l.place), b.place, b.place + n - 1
    from letters as b
    cross join generate_series(3, 5) as n
    inner join letters as l on l.place between b.place and b.place + n - 1
    group by b.place, n
    having count(*) = n
$$;
