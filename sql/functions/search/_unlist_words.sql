-- _unlist_words: takes rows that go out of the lists and counts of their words, as _list_words put them in.
-- "ids" and "terms" go together, a pair for each word of each row. Words in their order, as there.
create or replace function knowledge._unlist_words(tenant_id uuid, ids uuid[], terms integer[], rows bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _words integer[] := array(select distinct t.term from unnest(_unlist_words.terms) as t (term)) || 0;
begin
    perform from vocabulary as w
    where w.tenant_id = _unlist_words.tenant_id and w.term = any(_words)
    order by w.term
    for no key update;

    update vocabulary as w set
        rows = greatest(w.rows - g.rows, 0),
        learnings = array(select l.id from unnest(w.learnings) as l (id) where l.id <> all(g.ids)),
        chunks = array(select c.id from unnest(w.chunks) as c (id) where c.id <> all(g.ids))
    from (
        select p.term, count(*) as rows, array_agg(p.id) as ids
        from unnest(_unlist_words.ids, _unlist_words.terms) as p (id, term)
        group by p.term
        union all
        select 0, _unlist_words.rows, '{}'
    ) as g
    where w.tenant_id = _unlist_words.tenant_id and w.term = g.term;

    delete from vocabulary as w
    where w.tenant_id = _unlist_words.tenant_id and w.term = any(_words) and w.term <> 0 and w.rows = 0;
end $$;
