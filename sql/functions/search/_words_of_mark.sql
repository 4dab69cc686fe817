-- _words_of_mark: how many words of its own a learning may have by the mark that tells it from another: of a name as
-- many as it has ("by anna berg"), of one with a number those of its parts that the other
-- one lacks (of 9:00 not what 10:00 has, too), three where that is spelled out
-- ("quarante-cinq": its parts and the whole), of an opposite the word that has it, or stands in its place ("enabled",
-- "disabled"). "not", and "after" for "before", are stop words, which search does not count.
create or replace function knowledge._words_of_mark(learning text, mark text, instead text)
returns bigint
language plpgsql
immutable
as $$
begin
    if mark is null then
        if instead !~ '^not$|[^[:lower:]]' then
            return (select count(*) from _words(instead));
        end if;
        return case when instead is not null then 0 end;
    elsif mark = 'not' then
        return (learning !~* '\m(not|no)\M|n[''’]t\M')::integer;
    elsif mark ~ '\d' and strpos(learning, mark) > 0 then
        return (
            select count(*) from (select w.word from _words(mark) as w except select i.word from _words(instead) as i) as w
        );
    elsif mark ~ '^\d+$' then
        return case when mark ~ '^1?\d$|0$' then 1 else 3 end;
    elsif _turns(learning, mark) then
        return (select count(*) from _words(mark));
    end if;
    return greatest(1, regexp_count(mark, ' '));
end $$;
