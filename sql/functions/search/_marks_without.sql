-- _marks_without: the marks of a learning without those that only the words have with which it says since when it
-- holds (_since_when): of "As of November the limit is 60" those of "the limit is 60".
create or replace function knowledge._marks_without(marks text[], since text, rest text)
returns text[]
language plpgsql
immutable
as $$
begin
    if since = '' then
        return marks;
    end if;
    return array(
        select m.mark from unnest(marks) with ordinality as m (mark, place)
        where strpos(lower(since), lower(m.mark)) = 0 or lower(m.mark) in (
            select btrim(w.word, '.,;:()') from regexp_split_to_table(lower(rest), '\s+') as w (word)
        )
        order by m.place
    );
end $$;
