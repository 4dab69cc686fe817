-- _adds_nothing: whether a passage says of what a learning is about just what the learning says: each line of it that
-- has half of the learning's words is the learning, marks and letter case apart. What goes on in such a line may limit
-- it, or say the opposite.
create or replace function knowledge._adds_nothing(passage text, learning text)
returns boolean
language sql
immutable
cost 10000
as $$
    with learned as (
        select array_agg(distinct w.word) as words from _words(_adds_nothing.learning) as w
    ),
    lines as (
        select m.line, (
                select 2 * count(distinct w.word) from _words(m.line) as w where w.word = any(l.words)
            ) >= cardinality(l.words) as is_about_the_same
        from regexp_split_to_table(passage, '\n+') as m (line)
        cross join learned as l
    )
    select coalesce(bool_and(_bare(l.line) = _bare(_adds_nothing.learning)), false) from lines as l where l.is_about_the_same
$$;
