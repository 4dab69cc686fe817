-- _outcome_bound: how surely a learning helped (above 0) or misled (below), -1 to 1; 0 while nothing is known.
-- The lower end of Wilson's interval (95 %) of its useful cases less that of its wrong ones, whose roots cancel out.
create or replace function knowledge._outcome_bound(useful integer, wrong integer)
returns double precision
language sql
immutable
as $$
    select (useful - wrong) / (useful + wrong + 3.8416)::double precision
$$;
