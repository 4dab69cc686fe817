-- _without_since_when: a learning without the words that it is so from now on, which say since when it holds, and not
-- what. In English, German, French, Spanish, Italian, Portuguese, Dutch and the Scandinavian languages.
create or replace function knowledge._without_since_when(learning text)
returns text
language sql
immutable
as $$
    select regexp_replace(
        learning,
        '\m((as )?(from|of) (now|here|today)( on(wards?)?)?|ab (jetzt|sofort|heute)|von (jetzt|nun) an|dès maintenant'
        || '|à partir de maintenant|désormais|dorénavant|(a partir|desde) de ahora( en adelante)?|d''ora in (poi|avanti)'
        || '|a partir de agora|d(aqui|e agora) em diante|vanaf (nu|vandaag)|voortaan|från och med (nu|idag)|fra nu af)\M,?',
        '', 'gi'
    )
$$;
