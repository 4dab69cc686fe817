-- _issue_coverage: the share of a question's words, weighted by rarity, that each pattern has, and these words.
-- As in query-knowledge: the rarer a word is among the tenant's patterns the more it weighs, and one that none has
-- weighs most. A tenant with fewer than a hundred patterns counts as having a hundred: among three no word is rare.
create or replace function knowledge._issue_coverage(tenant_id uuid, question text)
returns table (pattern_id text, coverage double precision, matched_terms text[])
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _words text[];
    _targets text[];
    _certainties double precision[];
    _patterns integer;
begin
    select array_agg(t.word), array_agg(t.target), array_agg(t.certainty) into _words, _targets, _certainties
    from _issue_terms(_issue_coverage.tenant_id, question) as t;
    select greatest(count(*), 100) into _patterns from issue_patterns as p
    where p.tenant_id = _issue_coverage.tenant_id and p.status = 'active';

    return query
        with held as materialized (
            select t.word, w.pattern_id, max(t.certainty) as certainty
            from issue_words as w
            inner join unnest(_words, _targets, _certainties) as t (word, target, certainty) on t.target = w.word
            where w.tenant_id = _issue_coverage.tenant_id and w.word = any(_targets)
            group by t.word, w.pattern_id
        ),
        weights as (
            select
                t.word, ln(1 + (greatest(_patterns - count(h.word), 0) + 0.5) / (count(h.word) + 0.5)) as idf
            from (select distinct a.word from unnest(_words) as a (word)) as t
            left join held as h on h.word = t.word
            group by t.word
        )
        select
            h.pattern_id, sum(h.certainty * w.idf) / (select sum(a.idf) from weights as a),
            array_agg(h.word order by w.idf desc, h.word)
        from held as h
        inner join weights as w on w.word = h.word
        group by h.pattern_id;
end $$;
