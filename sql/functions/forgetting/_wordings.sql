-- _wordings: a learning in every wording: its text, those before it was changed, and what each run said that taught it
-- or repeated it, as far as the answers to runs are kept. The text first, each once.
create or replace function knowledge._wordings(tenant_id uuid, id uuid)
returns text[]
language sql
stable
as $$
    select coalesce(array_agg(w.wording order by w.place, w.wording), '{}')
    from (
        select o.wording, min(o.place) as place
        from (
            select k.learning as wording, 1 as place from knowledge as k
            where k.tenant_id = _wordings.tenant_id and k.id = _wordings.id
            union all
            select a.before ->> 'learning', 2 from audit as a
            where a.tenant_id = _wordings.tenant_id and a.subject = _wordings.id
            union all
            select l.value ->> 'learning', 3 from run_parts as p
            cross join jsonb_array_elements(p.answer -> 'learnings') as l
            where p.tenant_id = _wordings.tenant_id
                and p.answer @> jsonb_build_object('learnings', array[jsonb_build_object('id', _wordings.id)])
                and l.value ->> 'id' = _wordings.id::text
        ) as o
        where o.wording is not null
        group by o.wording
    ) as w
$$;
