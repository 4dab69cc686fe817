-- _words_beside: how many words, as search knows them, the words that say since when a learning holds have beside those
-- of the learning and of another.
create or replace function knowledge._words_beside(since text, learning text, other text)
returns bigint
language plpgsql
immutable
as $$
begin
    if since = '' then
        return 0;
    end if;
    return (
        select count(*) from (
            select w.word from _words(since) as w
            except
            select w.word from _words(substr(learning, length(since) + 1) || ' ' || other) as w
        ) as beside
    );
end $$;
