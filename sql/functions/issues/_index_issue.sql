-- _index_issue: rebuilds what a pattern is found by from its texts: words, initials, spellings.
-- The words of patterns that were merged into it count as its own; an obsolete pattern is not indexed. Rows are
-- inserted in order, so that two writers at worst wait for each other.
-- Without jit, as _kw.
create or replace function knowledge._index_issue(tenant_id uuid, pattern_id text)
returns void
language plpgsql
set jit = off
as $$
#variable_conflict use_column
declare
    _summary text;
    _further text;
begin
    delete from issue_words as w
    where w.tenant_id = _index_issue.tenant_id and w.pattern_id = _index_issue.pattern_id;
    select p.issue_summary, concat_ws(
        '. ', (select string_agg(s.value ->> 'solution', '. ') from jsonb_array_elements(p.proven_solutions) as s),
        array_to_string(p.prevention_checklist, '. '),
        (
            select string_agg(m.issue_summary, '. ' order by m.number) from issue_patterns as m
            where m.tenant_id = p.tenant_id and m.merged_into = p.pattern_id
        )
    ) into _summary, _further
    from issue_patterns as p
    where p.tenant_id = _index_issue.tenant_id and p.pattern_id = _index_issue.pattern_id and p.status = 'active';
    if not found then
        return;
    end if;

    insert into issue_words (tenant_id, word, pattern_id, in_summary, acronym)
    select _index_issue.tenant_id, w.word, _index_issue.pattern_id, bool_or(w.in_summary), bool_or(w.acronym)
    from (values (_summary, true), (_further, false)) as c (content, in_summary)
    cross join lateral (
        select s.word, c.in_summary, false as acronym from _words(c.content) as s
        union all
        select '~' || i.initials, c.in_summary, false from _initials(c.content) as i
        union all
        select a.word, c.in_summary, true
        from regexp_matches(c.content, '\m([A-Z]{3,5})\M', 'g') as m (parts)
        cross join _words(m.parts[1]) as a
    ) as w
    group by w.word
    order by w.word;

    insert into issue_spellings (tenant_id, spelling, surface, word)
    select distinct _index_issue.tenant_id, l.spelling, t.surface, w.word
    from (
        select distinct lower(m.parts[1]) as surface
        from regexp_matches(_summary || '. ' || _further, '([A-Za-z]{4,30})', 'g') as m (parts)
    ) as t
    cross join _words(t.surface) as w
    cross join _slips(t.surface) as l
    order by 2, 3, 4
    on conflict do nothing;
end $$;
