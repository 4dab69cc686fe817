-- _is_english: whether the function words of a text tell that it is in English: those that English has, also beside
-- other languages, are more than those that only others have. As the dictionaries of PostgreSQL know them; a word with
-- a letter outside of ASCII is one of the others'.
create or replace function knowledge._is_english(text text)
returns boolean
language sql
immutable
as $$
    select coalesce(count(*) filter (where l.english) > count(*) filter (where not l.english), false)
    from regexp_split_to_table(lower(_is_english.text), '[^\w'']+') as w (word)
    cross join lateral (
        select
            ts_lexize('pg_catalog.english_stem', w.word) = '{}' as english,
            w.word ~ '[^ -~]' or exists (
                select from unnest(array[
                    'danish', 'dutch', 'french', 'german', 'hungarian', 'italian', 'norwegian', 'portuguese',
                    'spanish', 'swedish', 'turkish'
                ]) as d (name)
                where ts_lexize(('pg_catalog.' || d.name || '_stem')::regdictionary, w.word) = '{}'
            ) as other
    ) as l
    where length(w.word) > 1 and (l.english or l.other)
$$;
