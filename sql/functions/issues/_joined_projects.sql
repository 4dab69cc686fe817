-- _joined_projects: the projects of an issue after it came up in one more.
-- An issue without a project belongs to all, and stays so.
create or replace function knowledge._joined_projects(projects text[], variadic further text[])
returns text[]
language sql
immutable
as $$
    select case
        when projects = '{}' or further = '{}' or array_position(further, null) is not null then '{}'
        else _merged(projects, further, 100)
    end
$$;
