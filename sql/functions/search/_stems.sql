-- _stems: a text's words in their order, in lower case, without English endings, articles and forms of "be", which a
-- paraphrase changes. Each Chinese or Japanese sign is a word.
create or replace function knowledge._stems(text text)
returns text[]
language sql
immutable
as $$
    select coalesce(array_agg(
        coalesce((ts_lexize('pg_catalog.english_stem', lower(w.word)))[1], lower(w.word)) order by w.place
    ), '{}')
    from regexp_split_to_table(
        regexp_replace(_stems.text, '([぀-ヿ㐀-鿿])', ' \1 ', 'g'), '[^\w]+'
    ) with ordinality as w (word, place)
    where w.word <> all(array['', 'a', 'an', 'the', 'The', 'am', 'is', 'are', 'was', 'were', 'be', 'been', 'being'])
        and (w.word <> 'A' or w.place > 1)
$$;
