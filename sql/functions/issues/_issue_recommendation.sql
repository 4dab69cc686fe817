-- _issue_recommendation: what to do about a pattern, by the lower bound of its success rate.
-- Six of six make it high, one of one moderate; below that it has to be investigated.
create or replace function knowledge._issue_recommendation(bound double precision)
returns text
language sql
immutable
as $$
    select case
        when bound >= 0.6 then 'HIGH SUCCESS: apply preemptively'
        when bound >= 0.2 then 'MODERATE: be aware, prepare a contingency'
        else 'LOW: investigate'
    end
$$;
