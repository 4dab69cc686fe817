-- _wordings: a learning in every wording: its text, those before it was changed, and what each run said that taught it
-- or repeated it, as far as the answers to runs are kept. The text first, each once; also as they stand behind other
-- words, with a small letter ("We decided: the …"), or with a capital where they had none. Of what quotes the user
-- (text/user_words) the user's words alone, too: so the run's own files have them.
create or replace function knowledge._wordings(tenant_id uuid, id uuid)
returns text[]
language sql
stable
as $$
    select coalesce(array_agg(w.wording order by w.place, w.wording), '{}')
    from (
        select b.wording, min(b.place) as place
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
        cross join lateral (
            values
                (o.wording, o.place), (lower(left(o.wording, 1)) || substr(o.wording, 2), 4),
                (upper(left(o.wording, 1)) || substr(o.wording, 2), 4), (_user_words(o.wording), 4)
        ) as b (wording, place)
        where b.wording is not null
        group by b.wording
    ) as w
$$;
