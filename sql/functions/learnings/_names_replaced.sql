-- _names_replaced: whether a learning says what holds "instead of" something that another one names: "in Postgres
-- instead of MongoDB" of "in MongoDB".
create or replace function knowledge._names_replaced(learning text, other text)
returns boolean
language sql
immutable
as $$
    select coalesce(strpos(
        lower(other), lower(substring(learning from '(?i)\minstead of (?:(?:the|an?) )?`?(\w+(?:[-.]\w+)*)'))
    ) > 0, false)
$$;
