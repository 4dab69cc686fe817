-- _may_overrule: whether one learning may overrule another that says otherwise: it has the higher authority, or the
-- same and is later; and where both state projects, they have one in common.
create or replace function knowledge._may_overrule(
    one_rank integer, one_created timestamptz, one_projects text[],
    other_rank integer, other_created timestamptz, other_projects text[]
)
returns boolean
language sql
immutable
as $$
    select (one_rank > other_rank or (one_rank = other_rank and one_created > other_created))
        and (one_projects && other_projects or one_projects = '{}' or other_projects = '{}')
$$;
