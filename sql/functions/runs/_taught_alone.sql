-- _taught_alone: whether no other run than this one bears a learning out,
-- nor any call that counted.
create or replace function knowledge._taught_alone(learning knowledge.knowledge, run_id text)
returns boolean
language sql
stable
as $$
    select learning.frequency = 1 and not exists (
        select from knowledge.taught as t
        where t.tenant_id = learning.tenant_id and t.id = learning.id and t.run_id <> _taught_alone.run_id
    )
$$;
