-- _issue_overlap: the Jaccard index of a question's and each summary's words: the share that they have in common.
-- "jaccard": what white space parts, in lower case. "jaccard-stems": search's words, and what they stand for
-- (_issue_terms).
create or replace function knowledge._issue_overlap(tenant_id uuid, question text, matcher text)
returns table (pattern_id text, overlap double precision, matched_terms text[])
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    if matcher = 'jaccard' then
        return query
            with asked as (
                select distinct q.word from regexp_split_to_table(lower(btrim(question)), '\s+') as q (word)
            ),
            held as (
                select distinct p.pattern_id, s.word
                from issue_patterns as p
                cross join regexp_split_to_table(lower(btrim(p.issue_summary)), '\s+') as s (word)
                where p.tenant_id = _issue_overlap.tenant_id and p.status = 'active'
            ),
            common as (
                select
                    h.pattern_id, count(*) as held, count(a.word) as common, array_agg(a.word order by a.word) as words
                from held as h
                left join asked as a on a.word = h.word
                group by h.pattern_id
            )
            select
                c.pattern_id, c.common::double precision / ((select count(*) from asked) + c.held - c.common),
                array_remove(c.words, null)
            from common as c
            where c.common > 0;
        return;
    end if;
    return query
        with terms as materialized (
            select t.word, t.target from _issue_terms(_issue_overlap.tenant_id, question) as t
        ),
        common as (
            select w.pattern_id, count(distinct t.word) as common, array_agg(distinct t.word) as words
            from terms as t
            inner join issue_words as w
                on w.tenant_id = _issue_overlap.tenant_id and w.word = t.target and w.in_summary
            group by w.pattern_id
        )
        select
            c.pattern_id,
            c.common::double precision / ((select count(distinct t.word) from terms as t) + h.held - c.common),
            c.words
        from common as c
        cross join lateral (
            select count(*) as held from issue_words as w
            where w.tenant_id = _issue_overlap.tenant_id and w.pattern_id = c.pattern_id
                and w.in_summary and w.word not like '~%'
        ) as h;
end $$;
