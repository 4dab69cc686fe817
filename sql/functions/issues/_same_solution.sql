-- _same_solution: whether two texts name one solution: the longer one has nearly all words of the shorter.
-- "Used SERVICE_ROLE_KEY" is "Use SERVICE_ROLE_KEY instead of ANON_KEY"; what negates, or has another
-- number, is another.
-- Without jit, as _kw.
create or replace function knowledge._same_solution(one text, other text)
returns boolean
language sql
immutable
set jit = off
as $$
    with words as (
        select
            array(select distinct w.word from _words(one) as w) as ones,
            array(select distinct w.word from _words(other) as w) as others
    ),
    counted as (
        select
            cardinality(w.ones) as ones, cardinality(w.others) as others,
            (select count(*) from unnest(w.ones) as o (word) where o.word = any(w.others)) as common
        from words as w
    )
    select lower(btrim(one)) = lower(btrim(other)) or (
        c.common >= 0.8 * least(c.ones, c.others) and c.common >= 2
        and (one ~* '\m(not|no|never|without)\M|n''t\M') = (other ~* '\m(not|no|never|without)\M|n''t\M')
        and array(select m.parts[1] from regexp_matches(one, '(\d+)', 'g') as m (parts))
        = array(select m.parts[1] from regexp_matches(other, '(\d+)', 'g') as m (parts))
    )
    from counted as c
$$;
