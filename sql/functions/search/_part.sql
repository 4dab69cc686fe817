-- _part: the part of an answer that a match belongs to: rule, fix, fact or passage.
-- A rule stands whatever the task is; a fix says what went wrong before, and what to do.
create or replace function knowledge._part(standing boolean, kind text)
returns text
language sql
immutable
as $$
    select case
        when standing then 'rule'
        when kind in ('fix', 'error_fix', 'dead_end', 'workaround') then 'fix'
        when kind = 'chunk' then 'passage'
        else 'fact'
    end
$$;
