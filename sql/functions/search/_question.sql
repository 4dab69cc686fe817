-- _question: a question's words, each weighing as much as it is rare in the tenant, and the rows that hold the rarest.
-- Coverage is the inner product of "weights" with a row's kw over "total"; null where the question has no word but stop
-- words. The rows are those of the rarest words that have 500 of them together; or of the rarest alone.
-- A small base does not tell how rare a word is. One of letters and several digits ("E077") is rare in any: where a row
-- has it, it weighs at least as in the base that the floors are calibrated on.
-- "months" are those that it names, as "2026-10": each is a word where a row has it, and none else, since the question
-- has its name, too. What it says itself is always one: what no row has is not covered.
create or replace function knowledge._question(tenant_id uuid, question text, months text[] default null)
returns table (
    words text[], terms integer[], weights extensions.sparsevec, total double precision, learnings uuid[], chunks uuid[]
)
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return query
        with asked as (
            select _term(_question.tenant_id, s.word) as term, min(s.word collate "C") as word, bool_or(s.stated) as stated
            from (
                select w.word, true as stated from _words(question) as w
                union all
                select m.word, false from unnest(months) as m (word)
            ) as s
            group by 1
        ),
        held as (
            select coalesce(max(n.rows), 0) as rows from vocabulary as n where n.tenant_id = _question.tenant_id and n.term = 0
        ),
        weighed as (
            select
                a.term, a.word, w.learnings, w.chunks,
                ln(1 + (greatest(
                    h.rows, w.rows, case when w.rows > 0 and a.word ~ '[0-9].*[0-9]' and a.word ~ '[[:alpha:]]' then 185 end
                ) - coalesce(w.rows, 0) + 0.5) / (coalesce(w.rows, 0) + 0.5)::double precision) as idf,
                sum(w.rows) filter (where w.rows <= _list_limit()) over (order by w.rows, a.word) as rows,
                row_number() over (order by w.rows, a.word) = 1 as first,
                h.rows > _exact_scan_limit() as picked
            from asked as a
            cross join held as h
            left join vocabulary as w on w.tenant_id = _question.tenant_id and w.term = a.term
            where a.stated or w.rows > 0
        )
        select
            array_agg(q.word order by q.idf desc, q.word), array_agg(q.term order by q.idf desc, q.word),
            ('{' || string_agg(q.term || ':' || round(q.idf::numeric, 6), ',' order by q.term) || '}/1000000000')::sparsevec,
            sum(q.idf order by q.word),
            array(
                select distinct r.id from weighed as l cross join unnest(l.learnings) as r (id)
                where l.picked and (l.rows <= 500 or l.first)
            ),
            array(
                select distinct r.id from weighed as l cross join unnest(l.chunks) as r (id)
                where l.picked and (l.rows <= 500 or l.first)
            )
        from weighed as q
        having count(*) > 0;
end $$;
