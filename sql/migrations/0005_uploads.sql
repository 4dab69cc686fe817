-- Uploads: one row an asset, what the bucket has there as far as it was looked at, and what became of it.
create table uploads (
    tenant_id uuid not null references tenants on delete cascade,
    -- Made of the path, so that whoever comes first makes the same.
    id uuid not null,
    file_path varchar(500) collate "C" not null,
    file_name text not null,
    topic text not null,
    source_type text,
    user_id text,
    tags text[] not null default '{}',
    -- expected: a form was handed out and nothing came yet; deleted: the object is gone from the bucket.
    status varchar(10) not null
    check (status in ('expected', 'received', 'parsing', 'embedding', 'done', 'failed', 'deleted')),
    reason text,
    duplicate_of uuid,
    -- SHA-256 in hex, or the ETag of what is too large to be read; null where there is nothing.
    content_hash varchar(64),
    etag text,
    size bigint,
    -- Among files of one content the first, then the first by path, is the original.
    written_at timestamptz,
    -- Contents that files here had or have, and that are not yet settled: a killed run goes on from here.
    unsettled text[] not null default '{}',
    -- Of the latest event that was looked at.
    sequencer text,
    title text,
    media_type text,
    documents integer not null default 0,
    chunks integer not null default 0,
    -- Counts what was recorded, so that whoever looked at the bucket before another recorded it looks again.
    revision integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

create unique index uploads_path on uploads (tenant_id, file_path);
create index uploads_content on uploads (tenant_id, content_hash, written_at, file_path);
create index uploads_topic on uploads (tenant_id, topic, file_path);

alter table uploads enable row level security;
alter table uploads force row level security;
create policy own_tenant on uploads
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));

-- Whether the file was not read on purpose, as a duplicate is not; "problem" says why.
alter table indexed_files add column unread boolean not null default false;
