-- _with_solution: a pattern's solutions after one was applied once, or, where "successful" is null, was only named.
-- A text that names a known solution counts for it; anything else is a new solution.
create or replace function knowledge._with_solution(
    solutions jsonb, applied text, successful boolean, minutes double precision
)
returns jsonb
language sql
immutable
as $$
    with candidates as (
        select s.value, s.place, _same_solution(applied, s.value ->> 'solution') as same
        from jsonb_array_elements(solutions) with ordinality as s (value, place)
    ),
    chosen as (
        select k.value, k.place from candidates as k where k.same
        order by
            lower(k.value ->> 'solution') = lower(applied) desc, (k.value ->> 'times_applied')::integer desc, k.place
        limit 1
    ),
    counted as (
        select
            c.value || jsonb_build_object(
                'times_applied', (c.value ->> 'times_applied')::integer + (successful is not null)::integer,
                'times_successful', (c.value ->> 'times_successful')::integer + coalesce(successful, false)::integer,
                'times_timed',
                (c.value ->> 'times_timed')::integer
                + (successful is not null and _with_solution.minutes is not null)::integer,
                'minutes', (c.value ->> 'minutes')::double precision
                + case when successful is null then 0 else coalesce(_with_solution.minutes, 0) end
            ) as value,
            c.place
        from (
            select o.value, o.place from chosen as o
            union all
            select _solution(jsonb_build_object('solution', applied)), jsonb_array_length(solutions) + 1
            where not exists (select from chosen)
        ) as c
    )
    select jsonb_agg(a.value order by a.place)
    from (
        select k.value, k.place from candidates as k where k.place not in (select c.place from counted as c)
        union all
        select c.value, c.place from counted as c
    ) as a
$$;
