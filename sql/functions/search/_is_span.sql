-- _is_span: whether a word (_stems) is a unit of time, in English, German, French and Spanish.
-- They are those by which statements of files are told apart (text/statements/values.py).
create or replace function knowledge._is_span(word text)
returns boolean
language sql
immutable
as $$
    select word ~ (
        '^(ms|millisecond|s|sec|second|sekunde|min|minut|minute|minuto|h|hr|hour|stunde|heure?|hora|day|tag|jour|día'
        || '|week|woche|semain|semaine|semana|month|monat|moi|mois|mes|year|jahr|ann[ée]e?|año)(e?s|e?n|e)?$'
    )
$$;
