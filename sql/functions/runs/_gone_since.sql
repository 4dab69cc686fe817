-- _gone_since: how many learnings of an answer to a run are there no more,
-- because a person deleted or forgot them since.
create or replace function knowledge._gone_since(tenant_id uuid, answer jsonb)
returns integer
language sql
stable
as $$
    select greatest(0, coalesce(sum(n.value::integer), 0) - (
        select count(*) from jsonb_array_elements(answer -> 'learnings') as l
        inner join knowledge.knowledge as k
            on k.tenant_id = _gone_since.tenant_id and k.id = (l.value ->> 'id')::uuid and k.deleted_at is null
    ))::integer
    from jsonb_each_text(answer) as n
    where n.key in ('inserted', 'reinforced', 'recalled')
$$;
