-- _may_overrule: whether one learning may overrule another that says otherwise: it has the higher authority, or the
-- same and was said later (learnings of one batch are a list); and what it says it says for the other's projects. What
-- a project has of its own may be an exception to what is said for all: that overrules it by its authority alone.
create or replace function knowledge._may_overrule(
    one_rank integer, one_created timestamptz, one_said timestamptz, one_projects text[],
    other_rank integer, other_created timestamptz, other_said timestamptz, other_projects text[]
)
returns boolean
language sql
immutable
as $$
    select (one_rank > other_rank or (
            one_rank = other_rank and one_created <> other_created and one_said > other_said
            and (one_projects <> '{}' or other_projects = '{}')
        )) and _speaks_for(one_projects, other_projects)
$$;
