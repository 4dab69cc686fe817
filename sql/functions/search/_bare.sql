-- _bare: a line without the marks of a list, a quotation or emphasis around it, its final punctuation and letter case.
-- So lines that say the same in a list and in prose are equal.
create or replace function knowledge._bare(line text)
returns text
language sql
immutable
as $$
    select lower(btrim(regexp_replace(line, '\s+', ' ', 'g'), ' -+*#>|`.!'))
$$;
