-- _authority_rank: whose word counts more, as a number: a person's, the system's, the user's as a log tells it, an
-- agent's. What a person pinned stands as if that person had written it.
create or replace function knowledge._authority_rank(learning knowledge.knowledge)
returns integer
language sql
immutable
as $$
    select case
        when learning.authority = 'user' or learning.pinned_at is not null then 3
        when learning.authority = 'system' then 2
        when learning.reported then 1
        else 0
    end
$$;
