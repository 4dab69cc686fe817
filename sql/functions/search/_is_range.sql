-- _is_range: whether words (_stems) are two numbers, from which to which: "9 to 17", "9:30 bis 17:00".
-- What stands between is a preposition: other words make two numbers of it.
create or replace function knowledge._is_range(words text)
returns boolean
language sql
immutable
as $$
    select words ~ '^\d+( \d\d)? (to|until|bis|à|a|au|al|tot) \d+( \d\d)?$'
$$;
