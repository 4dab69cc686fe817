-- _keep_rejected: a run is sent again of which a full plan rejected some: what there is room for now is kept, and the
-- answer tells it in their places; null where that is none. "learnings" and all behind it are upsert_knowledge's.
create or replace function knowledge._keep_rejected(
    tenant_id uuid, answer jsonb, learnings jsonb, model text, threshold double precision, agent_type text,
    work_order_id text, next_model text, next_threshold double precision, project text, by_key text, daily integer
)
returns jsonb
language plpgsql
as $$
#variable_conflict use_column
declare
    _places bigint[];
    _again jsonb;
    _outcomes jsonb;
begin
    if (answer ->> 'rejected')::integer = 0 then
        return null;
    end if;
    select array_agg(l.ordinality order by l.ordinality), jsonb_agg(i.value order by l.ordinality) into _places, _again
    from jsonb_array_elements(answer -> 'learnings') with ordinality as l
    cross join lateral (
        select e.value from jsonb_array_elements(learnings) as e
        where e.value ->> 'learning' = l.value ->> 'learning'
        limit 1
    ) as i
    where l.value ->> 'outcome' = 'rejected';
    if _again is null then
        return null;
    end if;
    select jsonb_object_agg(_places[u.ordinal + 1], to_jsonb(u) - 'ordinal') filter (where u.outcome <> 'rejected')
    into _outcomes
    from upsert_knowledge(
        _keep_rejected.tenant_id, _again, model, threshold, answer ->> 'run_id', agent_type, work_order_id,
        next_model, next_threshold, project, answer ->> 'run_outcome', by_key, daily
    ) as u;
    if _outcomes is null then
        return null;
    end if;
    return (
        select answer - 'files' || jsonb_build_object(
            'learnings', jsonb_agg(n.outcome order by n.place),
            'inserted', count(*) filter (where n.outcome ->> 'outcome' = 'inserted'),
            'reinforced', count(*) filter (where n.outcome ->> 'outcome' = 'reinforced'),
            'recalled', count(*) filter (where n.outcome ->> 'outcome' = 'recalled'),
            'rejected', count(*) filter (where n.outcome ->> 'outcome' = 'rejected')
        )
        from (
            select l.ordinality as place, coalesce(_outcomes -> l.ordinality::text, l.value) as outcome
            from jsonb_array_elements(answer -> 'learnings') with ordinality as l
        ) as n
    );
end $$;
