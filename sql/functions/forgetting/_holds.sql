-- _holds: whether a text holds one of these, or the first 60 characters of one, as they stand where it was shortened.
-- White space counts as one space; what has fewer than eight characters would be everywhere.
create or replace function knowledge._holds(content text, texts text[])
returns boolean
language sql
immutable
as $$
    select coalesce(bool_or(
        length(t.beginning) >= 8 and position(t.beginning in regexp_replace(content, '\s+', ' ', 'g')) > 0
    ), false)
    from (
        select left(rtrim(trim(regexp_replace(o.whole, '\s+', ' ', 'g')), '.'), 60) as beginning
        from unnest(texts) as o (whole)
    ) as t
$$;
