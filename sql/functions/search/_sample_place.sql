-- _sample_place: as which of 500 of a tenant's rows the last of the best of all of them comes, with room to spare.
-- Two and a half times its share: learnings and chunks are counted together, and the 500 may be unlike the rest.
-- Not in SQL, as _centre.
create or replace function knowledge._sample_place(tenant_id uuid, best integer)
returns integer
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return (
        select ceil(10 + 2.5 * best * 500 / greatest(max(w.rows), 500))::integer from vocabulary as w
        where w.tenant_id = _sample_place.tenant_id and w.term = 0
    );
end $$;
