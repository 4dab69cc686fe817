-- _says_change: whether a learning says of itself that things are otherwise than before, in eight languages.
-- Which earlier learning it means is seen by what both are about. "From now on" says since when, and not that anything
-- was otherwise: who lays down a second rule in the words of a first may mean another thing.
create or replace function knowledge._says_change(learning text)
returns boolean
language sql
immutable
as $$
    select _without_since_when(learning) ~* (
        '\m(no longer|not any ?more|any ?more|instead|renamed|replaces|supersedes?|used to|now|these days|is gone)\M'
        || '|\m(moved|migrated|switched|changed|swapped|replaced)\M( \S+){0,5}? (to|from|by|with|for)\M'
        || '|^(since|as of|from) (\S+ ){0,2}\S+, '
        || '|\m(nicht|keine?[nrsm]?)\M.{0,40} mehr\M'
        || '|\m(statt|stattdessen|anstelle|ersetzt|umgestellt|umgezogen|jetzt|nunmehr|neuerdings)\M'
        || '|\mn(e |[''’])\S.{0,40} plus\M|\m(au lieu d|remplacée?s?)'
        || '|\m(ya no|en lugar de|en vez de|reemplazad[oa]s?|ahora)\M'
        || '|\mnon\M.{0,40} più\M|\m(invece di|al posto di|sostituit[oaie]|adesso)\M'
        || '|\m(já não|em vez de|substituíd[oa]s?|agora)\M'
        || '|\m(niet|geen)\M.{0,40} meer\M|\m(in plaats van|vervangen)\M'
        || '|\m(inte|ikke)\M.{0,40} (längre|lenger|længere)\M|\m(i stället för|i stedet for)\M'
    )
$$;
