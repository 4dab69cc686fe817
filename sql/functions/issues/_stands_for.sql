-- _stands_for: which words of the tenant's patterns a written word stands for that none of them has.
-- A slip of the keyboard ("deadlok"), else the initials of words in a row ("rls"), else a word by its count of letters
-- ("k8s"), else the beginning or, failing that, the letters in their order of a longer word ("auth", "img"). None of it
-- is a list that somebody keeps: all is in the tenant's own texts. Each step is a look-up in an index.
create or replace function knowledge._stands_for(tenant_id uuid, surface text)
returns table (word text)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _slips text[] := array(select l.spelling from _slips(surface) as l);
    _like text;
begin
    if surface ~ '^[a-z]{4,30}$' then
        return query
            select distinct s.word from issue_spellings as s
            where s.tenant_id = _stands_for.tenant_id and s.spelling = any(_slips);
        if found then
            return;
        end if;
    end if;
    if surface ~ '^[a-z]{3,5}$' then
        return query
            select w.word from issue_words as w
            where w.tenant_id = _stands_for.tenant_id and w.word = '~' || surface
            limit 1;
        if found then
            return;
        end if;
    end if;
    foreach _like in array case
        when surface ~ '^[a-z][1-9]\d?[a-z]$'
            then array[left(surface, 1) || repeat('_', substring(surface, '\d+')::integer) || right(surface, 1)]
        when surface ~ '^[a-z]{2,6}$' then array[surface || '__%', regexp_replace(surface, '(.)', '\1%', 'g')]
        else '{}'
    end
    loop
        return query
            select distinct s.word from issue_spellings as s
            where s.tenant_id = _stands_for.tenant_id
                and s.spelling >= left(surface, 1) and s.spelling < chr(ascii(surface) + 1)
                and s.spelling = s.surface and s.surface like _like
                and length(s.surface) >= length(_stands_for.surface) + 2;
        if found then
            return;
        end if;
    end loop;
end $$;
