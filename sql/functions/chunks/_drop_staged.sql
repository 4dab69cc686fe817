-- _drop_staged: removes what is staged of a file, and so ends whoever is staging it.
-- Two statements: the second sees what was written while the first waited for its lock.
create or replace function knowledge._drop_staged(tenant_id uuid, model text, file_path text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _generations uuid[];
begin
    with dropped as (
        delete from staged_files as s
        where s.tenant_id = _drop_staged.tenant_id and s.model = _drop_staged.model
            and s.file_path = _drop_staged.file_path
        returning s.generation
    )
    select array_agg(d.generation) into _generations from dropped as d;

    delete from knowledge_embeddings as e
    where e.tenant_id = _drop_staged.tenant_id and e.model = _drop_staged.model
        and e.file_path = _drop_staged.file_path and e.generation = any(_generations);
end $$;
