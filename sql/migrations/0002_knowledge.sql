-- Learnings, the runs that taught them, and what was handed to which run.
create table knowledge (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null default gen_random_uuid(),
    learning text not null check (length(learning) between 1 and 2000),
    -- Letter case, white space and final punctuation apart, the same learning has the same hash.
    learning_hash text not null,
    embedding extensions.vector(384) not null,
    model text not null,
    -- The numbers, versions, identifiers and negations in it: two learnings that differ here are not duplicates.
    distinctions text[] not null default '{}',
    variant_of uuid,
    frequency integer not null default 1 check (frequency > 0),
    kind text not null default 'fact',
    tags text[] not null default '{}',
    agent_type text,
    work_order_id text,
    run_id text,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

-- A row fits its page, so the vector stays beside it: read out of line, an exact scan takes several times as long.
alter table knowledge alter column embedding set storage plain;
create unique index knowledge_learning_hash on knowledge (tenant_id, learning_hash);

create table agent_runs (
    tenant_id uuid not null references tenants on delete cascade,
    run_id text not null check (length(run_id) between 1 and 200),
    request_hash text not null,
    work_order_id text,
    agent_type text,
    objective text,
    outcome text,
    answer jsonb not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, run_id)
);

create table served (
    tenant_id uuid not null references tenants on delete cascade,
    run_id text not null check (length(run_id) between 1 and 200),
    id uuid not null,
    similarity double precision not null,
    served_at timestamptz not null default now(),
    primary key (tenant_id, run_id, id)
);

alter table knowledge enable row level security;
alter table knowledge force row level security;
alter table agent_runs enable row level security;
alter table agent_runs force row level security;
alter table served enable row level security;
alter table served force row level security;

create policy own_tenant on knowledge
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on agent_runs
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on served
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
