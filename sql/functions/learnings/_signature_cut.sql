-- _signature_cut: in how many bits of their signatures two vectors of this cosine differ at most.
-- Of two vectors at an angle a sign differs with the probability of angle / pi, and a bit with a tenth less; five
-- standard deviations above that lose nothing (tests/integration/test_writes.py compares with reading all).
create or replace function knowledge._signature_cut(threshold double precision)
returns integer
language sql
immutable
as $$
    select ceil(768 * a.share + 5 * sqrt(768 * a.share * (1 - a.share)))::integer
    from (select acos(least(greatest(threshold, -1), 1)) / pi() as share) as a
$$;
