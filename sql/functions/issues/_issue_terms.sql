-- _issue_terms: which words of the tenant's patterns a question's words stand for, and how surely (0 to 1).
-- A word that some pattern has stands for itself; of the others each of the first thirty for what _stands_for finds.
-- Words in a row ("row level security") stand for their initials besides, where a pattern has these in capitals (RLS).
-- Without jit, as _kw.
create or replace function knowledge._issue_terms(tenant_id uuid, question text)
returns table (word text, target text, certainty double precision)
language plpgsql
stable
set jit = off
as $$
#variable_conflict use_column
declare
    _asked text[] := array(select distinct w.word from _words(question) as w);
    _pattern_words text[];
    _initials text[] := array(select distinct i.initials from _initials(question) as i);
    _acronyms text[];
begin
    _pattern_words := array(
        select distinct w.word from issue_words as w
        where w.tenant_id = _issue_terms.tenant_id and w.word = any(_asked)
    );
    return query select a.word, a.word, 1.0::double precision from unnest(_asked) as a (word);

    return query
        with written as (
            select distinct on (t.word) t.word, lower(m.parts[1]) as surface, m.place
            from regexp_matches(question, '([A-Za-z][A-Za-z0-9]*)', 'g') with ordinality as m (parts, place)
            cross join _words(m.parts[1]) as t
            where t.word <> all(_pattern_words)
            order by t.word, m.place
        )
        select u.word, s.word, 0.8::double precision
        from (select w.word, w.surface from written as w order by w.place limit 30) as u
        cross join _stands_for(_issue_terms.tenant_id, u.surface) as s;

    _acronyms := array(
        select distinct w.word from issue_words as w
        where w.tenant_id = _issue_terms.tenant_id and w.acronym and w.word <> all(_asked)
            and w.word = any(array(
                select a.word from unnest(_initials) as i (initials) cross join _words(i.initials) as a
            ))
    );
    if _acronyms <> '{}' then
        return query
            select distinct t.word, a.word, 0.8::double precision
            from _initials(question) as i
            cross join _words(i.initials) as a
            inner join regexp_matches(question, '([A-Za-z][A-Za-z0-9]*)', 'g') with ordinality as m (parts, place)
                on m.place between i.first and i.last
            cross join _words(m.parts[1]) as t
            where a.word = any(_acronyms);
    end if;
end $$;
