-- _joined_solutions: solutions with one more and all its counts.
-- It is added to the one that is the same, or else is a further one.
create or replace function knowledge._joined_solutions(solutions jsonb, further jsonb)
returns jsonb
language sql
immutable
as $$
    with candidates as (
        select s.value, s.place, _same_solution(s.value ->> 'solution', further ->> 'solution') as same
        from jsonb_array_elements(solutions) with ordinality as s (value, place)
    ),
    same as (select min(k.place) as place from candidates as k where k.same)
    select coalesce(jsonb_agg(
        case
            when k.place = s.place then k.value || jsonb_build_object(
                'times_applied', (k.value ->> 'times_applied')::integer + (further ->> 'times_applied')::integer,
                'times_successful',
                (k.value ->> 'times_successful')::integer + (further ->> 'times_successful')::integer,
                'times_timed', (k.value ->> 'times_timed')::integer + (further ->> 'times_timed')::integer,
                'minutes', (k.value ->> 'minutes')::double precision + (further ->> 'minutes')::double precision
            )
            else k.value
        end order by k.place
    ), '[]') || case when min(s.place) is null then jsonb_build_array(further) else '[]' end
    from candidates as k
    cross join same as s
$$;
