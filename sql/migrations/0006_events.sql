-- What record-event was told: each event once, with what is to be written because of it and what was answered.
create table events (
    tenant_id uuid not null references tenants on delete cascade,
    event_id text not null check (length(event_id) between 1 and 200),
    request_hash text not null,
    -- The edits, decided once, so that whoever repeats the event makes the same ones; null once all are made.
    plan jsonb,
    answer jsonb,
    created_at timestamptz not null default now(),
    primary key (tenant_id, event_id),
    check (plan is not null or answer is not null)
);

-- Which runs taught or confirmed a learning: what recurs over runs is a pattern.
create table taught (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null,
    run_id text not null check (length(run_id) between 1 and 200),
    taught_at timestamptz not null default now(),
    primary key (tenant_id, id, run_id)
);

-- Finds the version that one change made.
create index knowledge_versions_change on knowledge_versions (tenant_id, file_path, change_summary);

alter table events enable row level security;
alter table events force row level security;
alter table taught enable row level security;
alter table taught force row level security;

create policy own_tenant on events
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on taught
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
