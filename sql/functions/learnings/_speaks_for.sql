-- _speaks_for: whether what is said for these projects may overrule what is said for those: for no project is for all.
-- An exception of one project overrules nothing that is said for all, nor another project's.
create or replace function knowledge._speaks_for(projects text[], others text[])
returns boolean
language sql
immutable
as $$
    select projects = '{}' or (others <> '{}' and others <@ projects)
$$;
