-- _names_replaced: whether a learning tells a name that another one has as what was so before: "in Postgres instead of
-- MongoDB", "we replaced OneSignal by Firebase", "Rollbar is gone", "nicht mehr per Mail"; or says the same as that one
-- with another last word or two, and that it is so now: "läuft jetzt über sipgate".
create or replace function knowledge._names_replaced(learning text, other text)
returns boolean
language sql
immutable
as $$
    select exists (
        select from regexp_matches(other, '(?:(?<=[[:lower:],;)] )|`)([[:upper:]][\w-]*\w)', 'g') as m (name)
        where learning ~* (
            '\m(instead of|replaced|from|no longer|not|nicht mehr|statt|anstelle|plus|au lieu d|ya no|en (lugar|vez) de'
            || '|invece di|em vez de|niet meer|in plaats van|i stället för|i stedet for)\W+(\w+\W+){0,3}' || m.name[1]
            || '\M|\m' || m.name[1]
            || '\M (is gone|(was|were|is|has been|have been) (replaced|swapped|dropped|retired|abandoned)\M)'
        )
    ) or coalesce((
        select d.before > 1 and d.behind = 0 and d.mine ~ '^\w+( \w+)?$' and d.others ~ '^\w+( \w+)?$'
        from (select '(?i)\m(now|currently|jetzt|nunmehr|désormais|ahora|adesso|agora|nu|voortaan)\M ?' as word) as n
        cross join lateral _only_difference(regexp_replace(learning, n.word, ''), other) as d
        where learning ~ n.word
    ), false)
$$;
