-- _taught: notes that a run taught a learning, by which key, and on what of its log it rests; whether that counts.
-- What rests on its caller's word in one part of the run rests on that in all.
-- Not where the run taught it before, nor where the key taught it "daily" times within 24 hours already, by whatever
-- runs: whoever repeats a saying makes it no truer. A call without a run counts.
create or replace function knowledge._taught(
    tenant_id uuid, id uuid, run_id text, by_key text, daily integer, basis text
)
returns boolean
language plpgsql
as $$
#variable_conflict use_column
declare
    _full boolean := _day_is_full(_taught.tenant_id, _taught.id, by_key, daily);
    _new boolean;
begin
    if _taught.run_id is null then
        return true;
    end if;
    insert into taught (tenant_id, id, run_id, taught_by, basis)
    values (_taught.tenant_id, _taught.id, _taught.run_id, by_key, _taught.basis)
    on conflict (tenant_id, id, run_id) do nothing;
    _new := found;
    update taught as t set basis = case when t.basis is not null then _taught.basis end
    where not _new and t.tenant_id = _taught.tenant_id and t.id = _taught.id and t.run_id = _taught.run_id
        and t.basis is distinct from _taught.basis;
    return _new and not _full;
end $$;
