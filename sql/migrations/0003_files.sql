-- Knowledge files: S3 holds the bytes of every version, these tables its history.
create table knowledge_files (
    tenant_id uuid not null references tenants on delete cascade,
    -- Byte order, as S3 lists keys; a prefix is a range of it.
    file_path varchar(500) collate "C" not null,
    number integer not null default 0,
    version varchar(20),
    object_version text,
    -- SHA-256 in hex; null where the file is deleted.
    content_hash varchar(64),
    etag text,
    size bigint not null default 0,
    updated_at timestamptz not null default now(),
    -- A delete marker carries no metadata: who deletes which version, and why, is announced here first.
    deletion jsonb,
    primary key (tenant_id, file_path)
);

create table knowledge_versions (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null default gen_random_uuid(),
    file_path varchar(500) collate "C" not null,
    -- Counts a file's versions from 1, without a gap.
    number integer not null check (number > 0),
    version varchar(20) not null check (version ~ '^[0-9]+\.[0-9]+\.[0-9]+$'),
    object_version text not null,
    changed_by varchar(20) not null check (changed_by in ('agent', 'user', 'system')),
    change_summary text not null,
    previous_content_hash varchar(64),
    new_content_hash varchar(64),
    etag text,
    size bigint not null default 0,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

create unique index knowledge_versions_number on knowledge_versions (tenant_id, file_path, number);
create unique index knowledge_versions_version on knowledge_versions (tenant_id, file_path, version);
create unique index knowledge_versions_object on knowledge_versions (tenant_id, file_path, object_version);

alter table knowledge_files enable row level security;
alter table knowledge_files force row level security;
alter table knowledge_versions enable row level security;
alter table knowledge_versions force row level security;

create policy own_tenant on knowledge_files
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on knowledge_versions
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
