-- _taught: notes that a run taught a learning, and by which key; whether that counts.
-- Not where the run taught it before, nor where the key taught it "daily" times within 24 hours already, by whatever
-- runs: whoever repeats a saying makes it no truer. A call without a run counts.
create or replace function knowledge._taught(tenant_id uuid, id uuid, run_id text, by_key text, daily integer)
returns boolean
language plpgsql
as $$
#variable_conflict use_column
declare
    _full boolean := _day_is_full(_taught.tenant_id, _taught.id, by_key, daily);
begin
    if _taught.run_id is null then
        return true;
    end if;
    insert into taught (tenant_id, id, run_id, taught_by)
    values (_taught.tenant_id, _taught.id, _taught.run_id, by_key)
    on conflict (tenant_id, id, run_id) do nothing;
    return found and not _full;
end $$;
