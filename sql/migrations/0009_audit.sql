-- Who did what to what is known: each act of a person or an agent that is no write of its own.
create table audit (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null default gen_random_uuid(),
    at timestamptz not null default clock_timestamp(),
    -- The role of the key and the first digits of its hash.
    actor text not null check (length(actor) between 1 and 200),
    action text not null,
    subject uuid not null,
    -- What it was before, where that is not kept elsewhere.
    before jsonb not null default '{}',
    primary key (tenant_id, id)
);
create index audit_subject on audit (tenant_id, subject, at);
alter table audit enable row level security;
alter table audit force row level security;
create policy own_tenant on audit
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
