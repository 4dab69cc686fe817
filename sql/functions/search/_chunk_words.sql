-- _chunk_words: the text whose words a chunk is found by: its own, its headings, who said it and when.
-- The day in figures and in words, and its month in figures, as questions have them (_question).
create or replace function knowledge._chunk_words(
    chunk_text text, breadcrumb text[], speaker text, session_date date
)
returns text
language sql
stable
as $$
    select concat_ws(
        ' ', array_to_string(breadcrumb, ' '), speaker, session_date::text,
        to_char(session_date, 'FMDD FMMonth YYYY-MM'), chunk_text
    )
$$;
