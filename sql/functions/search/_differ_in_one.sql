-- _differ_in_one: whether two lists of distinctions differ in one number, name or negation: one in place of another.
-- Where more differ, two learnings are about two things ("shard 100 is on host 7", "shard 101 is on host 8").
create or replace function knowledge._differ_in_one(one text[], other text[])
returns boolean
language sql
immutable
as $$
    select one is distinct from other
        and (select count(*) from (select unnest(one) except all select unnest(other)) as n) <= 1
        and (select count(*) from (select unnest(other) except all select unnest(one)) as n) <= 1
$$;
