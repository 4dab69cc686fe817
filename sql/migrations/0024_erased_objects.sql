-- Which versions of objects were erased, by the bucket's random ids and nothing else: whoever was still writing, or
-- indexing, one of them finds it here and does not bring it back. The upkeep removes them after a day.
create table erased_objects (
    tenant_id uuid not null references tenants on delete cascade,
    object_version text not null,
    erased_at timestamptz not null default now(),
    primary key (tenant_id, object_version)
);

alter table erased_objects enable row level security;
alter table erased_objects force row level security;

create policy own_tenant on erased_objects
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
