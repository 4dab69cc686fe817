-- _kw: what a text weighs in a search by words: BM25's weight of each of its words, and the words as numbers.
-- k1 0.9, b 0.4, and 100 words as the average length, for good: no row is ever rewritten because others came. A word
-- of "tags" that the text lacks weighs as one that it has once, and is told apart: nothing is said by it.
-- Without jit: a server that has it compiles this anew for each text, a tenth of a second for a millisecond's work.
create or replace function knowledge._kw(tenant_id uuid, content text, tags text[] default '{}')
returns table (kw extensions.sparsevec, terms integer[], tag_terms integer[])
language plpgsql
immutable
set jit = off
as $$
#variable_conflict use_column
begin
    return query
        with counted as (
            select
                _term(_kw.tenant_id, w.word) as term, count(*) filter (where w.own) as times,
                sum(count(*) filter (where w.own)) over () as length
            from (
                select c.word, true as own from _words(content) as c
                union all
                select t.word, false from _words(array_to_string(tags, ' ')) as t
            ) as w
            group by 1
        )
        select
            ('{' || coalesce(string_agg(
                c.term || ':' || round((
                    1.9 * greatest(c.times, 1) / (greatest(c.times, 1) + 0.9 * (0.6 + 0.4 * c.length / 100))
                )::numeric, 4), ','
                order by c.term
            ), '') || '}/1000000000')::sparsevec,
            coalesce(array_agg(c.term order by c.term) filter (where c.times > 0), '{}'),
            coalesce(array_agg(c.term order by c.term) filter (where c.times = 0), '{}')
        from counted as c;
end $$;
