-- _count_words: counts a tenant's words anew, where the count has drifted from its rows by more than a share of them.
-- Chunks that others replaced are not taken back when they go; here they are. The row of term 0, which stays, is whose
-- turn it is: writers of words begin with it, too, so that none lists a word between the deletion and the count.
create or replace function knowledge._count_words(tenant_id uuid, share double precision default 0.1)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _counted bigint;
    _rows bigint;
begin
    insert into vocabulary (tenant_id, term, rows) values (_count_words.tenant_id, 0, 0) on conflict do nothing;
    select v.rows into _counted from vocabulary as v
    where v.tenant_id = _count_words.tenant_id and v.term = 0
    for no key update;
    select (select count(*) from knowledge as k where k.tenant_id = _count_words.tenant_id)
        + (select count(*) from knowledge_embeddings as e where e.tenant_id = _count_words.tenant_id and not e.is_copy)
    into _rows;
    if abs(_counted - _rows) <= share * _rows then
        return;
    end if;

    update vocabulary as v set rows = _rows where v.tenant_id = _count_words.tenant_id and v.term = 0;
    delete from vocabulary as v where v.tenant_id = _count_words.tenant_id and v.term <> 0;
    insert into vocabulary (tenant_id, term, rows, learnings, chunks)
    select
        _count_words.tenant_id, p.term, count(*),
        case when count(*) > _list_limit() then '{}' else coalesce(array_agg(p.id) filter (where p.learned), '{}') end,
        case when count(*) > _list_limit() then '{}' else coalesce(array_agg(p.id) filter (where not p.learned), '{}') end
    from (
        select k.id, t.term, true as learned
        from knowledge as k
        cross join unnest(k.terms || k.tag_terms) as t (term)
        where k.tenant_id = _count_words.tenant_id
        union all
        select e.id, t.term, false
        from knowledge_embeddings as e
        cross join unnest(e.terms || e.tag_terms) as t (term)
        where e.tenant_id = _count_words.tenant_id and not e.is_copy
    ) as p
    group by p.term
    order by p.term;
end $$;
