-- Tenants and their API keys. Keys are stored as SHA-256, never as they are.
create table tenants (
    tenant_id uuid primary key,
    name text not null unique check (length(name) between 1 and 200),
    tier text not null check (tier in ('free', 'pro', 'team')),
    created_at timestamptz not null default now()
);

create table api_keys (
    tenant_id uuid not null references tenants on delete cascade,
    key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
    role text not null check (role in ('reader', 'agent', 'admin')),
    label text not null default '',
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    primary key (tenant_id, key_hash)
);

alter table tenants enable row level security;
alter table tenants force row level security;
alter table api_keys enable row level security;
alter table api_keys force row level security;

-- The second lock. Every RPC opens it for its own tenant alone (_act_as), list_tenants for the names of all.
create policy own_tenant on tenants
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy operator on tenants for select
using ((select current_setting('knowledge.operator', true) = 'on'));
create policy own_tenant on api_keys
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
