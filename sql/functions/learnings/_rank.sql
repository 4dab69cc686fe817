-- _rank: the score by which matches are ordered; every further signal joins here.
-- A learning reinforced often wins over one as similar: e times the frequency weighs as much as 0.02 of cosine.
create or replace function knowledge._rank(similarity double precision, frequency integer)
returns double precision
language sql
immutable
as $$
    select _rank.similarity + 0.02 * ln(_rank.frequency)
$$;
