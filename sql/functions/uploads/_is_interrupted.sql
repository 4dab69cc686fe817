-- _is_interrupted: whether nobody can be at work any more on an upload that has had this status since then.
-- Whoever reads lives for 15 minutes (template.yaml); an event that comes five times, 90 minutes apart, for six hours.
create or replace function knowledge._is_interrupted(status text, since timestamptz)
returns boolean
language sql
stable
as $$
    select case _is_interrupted.status
        when 'received' then _is_interrupted.since < now() - interval '1 day'
        when 'parsing' then _is_interrupted.since < now() - interval '15 minutes'
        when 'embedding' then _is_interrupted.since < now() - interval '15 minutes'
        else false
    end
$$;
