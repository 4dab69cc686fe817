-- _staged: the generations of chunks that are not to be seen yet.
-- Ask for them, as array(select s from _staged(...) as s), in the statement that reads chunks: once, and of one moment
-- with them. From it, and the planner puts its body in its place.
create or replace function knowledge._staged(tenant_id uuid)
returns setof uuid
language sql
stable
as $$
    select s.generation from staged_files as s where s.tenant_id = _staged.tenant_id
$$;
