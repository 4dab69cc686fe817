-- _success_bound: a lower bound of a success rate: Wilson's score interval, at 95 %.
-- 1 of 1 gives .21, 90 of 95 gives .88, and what was never tried 0.
create or replace function knowledge._success_bound(successes integer, trials integer)
returns double precision
language sql
immutable
as $$
    select case when trials > 0 then greatest(0, (
        successes::double precision / trials + 1.9207 / trials
        - 1.96 * sqrt((successes::double precision / trials * (trials - successes) / trials + 0.9604 / trials) / trials)
    ) / (1 + 3.8416 / trials)) else 0 end
$$;
