-- _words: the words of a text as search knows them, each as often as it stands there.
-- Split at all that is no letter and no digit, and inside CamelCase; English stop words dropped, the rest stemmed. A
-- compound (path, dotted or snake_case name, version, error code) is a word besides, whole. Scripts without spaces
-- are cut into pairs of characters. Ranges rather than classes, so that it is the same under every locale. What is all
-- lower case is not asked for CamelCase, nor ASCII for such scripts.
create or replace function knowledge._words(content text)
returns table (word text)
language sql
immutable
as $$
    with given as (
        select normalize(left(content, 100000), nfkc) as body
    ),
    tokens as (
        select t.token, case when t.token = lower(t.token) then t.token else regexp_replace(
            regexp_replace(t.token, '([a-z0-9])([A-Z])', '\1 \2', 'g'), '([A-Z])([A-Z][a-z])', '\1 \2', 'g'
        ) end as parted
        from given as g
        cross join regexp_split_to_table(
            g.body,
            '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3030\ufe10-\ufe6f]+'
        ) as t (token)
        where t.token <> ''
    ),
    parts as (
        select p.part
        from tokens as t
        cross join string_to_table(
            case when octet_length(t.parted) = length(t.parted) then t.parted else regexp_replace(
                t.parted, '[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+', ' ', 'g'
            ) end, ' '
        ) as p (part)
        where p.part <> ''
    )
    select l.lexemes[1]
    from parts as p
    cross join lateral (select ts_lexize('english_stem', left(p.part, 100)) as lexemes) as l
    where cardinality(l.lexemes) > 0
    union all
    select lower(t.token) from tokens as t where t.parted <> t.token and length(t.token) <= 100
    union all
    select lower(m.parts[1])
    from given as g
    cross join regexp_matches(
        g.body, '([A-Za-z0-9]+(?:[-_./\\:@#+~=]+[A-Za-z0-9]+)+)', 'g'
    ) as m (parts)
    where length(m.parts[1]) <= 100
    union all
    select substr(r.runs[1], s.place, 2)
    from tokens as t
    cross join regexp_matches(
        t.token, '([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)', 'g'
    ) as r (runs)
    cross join generate_series(1, greatest(length(r.runs[1]) - 1, 1)) as s (place)
    where octet_length(t.token) > length(t.token)
$$;
