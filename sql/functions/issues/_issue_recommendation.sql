-- _issue_recommendation: what to do about a pattern, by the bound of its success.
-- Six of six make it high, one of one moderate; below that whoever meets the issue has to look for himself.
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
