-- What each key has used in the present minute. Counted anew after a crash: nothing waits for a disk because of it.
create unlogged table usage (
    tenant_id uuid not null references tenants on delete cascade,
    -- The first digits of the key's hash.
    key text not null check (length(key) between 1 and 64),
    minute timestamptz not null,
    requests integer not null default 0,
    bytes bigint not null default 0,
    tokens bigint not null default 0,
    primary key (tenant_id, key)
) with (fillfactor = 50);

-- How much a tenant holds, kept by triggers (_hold), so that no request has to count it.
create table holdings (
    tenant_id uuid not null references tenants on delete cascade,
    files bigint not null default 0,
    versions bigint not null default 0,
    events bigint not null default 0,
    chunks bigint not null default 0,
    bytes bigint not null default 0,
    primary key (tenant_id)
) with (fillfactor = 50);

alter table usage enable row level security;
alter table usage force row level security;
alter table holdings enable row level security;
create policy own_tenant on usage
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on holdings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));

-- The owner's own reads are filtered by a forced policy too.
alter table tenants no force row level security;
alter table knowledge_files no force row level security;
alter table knowledge_versions no force row level security;
alter table events no force row level security;
alter table knowledge_embeddings no force row level security;
alter table uploads no force row level security;
insert into holdings (tenant_id) select t.tenant_id from tenants as t;
update holdings as h set files = d.files, bytes = d.bytes
from (
    select
        f.tenant_id,
        count(*) as files,
        sum(f.size) as bytes
    from knowledge_files as f
    where f.content_hash is not null
    group by f.tenant_id
) as d
where h.tenant_id = d.tenant_id;
update holdings as h set bytes = h.bytes + d.bytes
from (
    select
        u.tenant_id,
        coalesce(sum(u.size), 0) as bytes
    from uploads as u
    where u.content_hash is not null
    group by u.tenant_id
) as d
where h.tenant_id = d.tenant_id;
update holdings as h set versions = d.versions
from (
    select
        v.tenant_id,
        count(*) as versions
    from knowledge_versions as v
    group by v.tenant_id
) as d
where h.tenant_id = d.tenant_id;
update holdings as h set events = d.events
from (
    select
        e.tenant_id,
        count(*) as events
    from events as e
    group by e.tenant_id
) as d
where h.tenant_id = d.tenant_id;
update holdings as h set chunks = d.chunks
from (
    select
        c.tenant_id,
        count(*) as chunks
    from knowledge_embeddings as c
    group by c.tenant_id
) as d
where h.tenant_id = d.tenant_id;
alter table tenants force row level security;
alter table knowledge_files force row level security;
alter table knowledge_versions force row level security;
alter table events force row level security;
alter table knowledge_embeddings force row level security;
alter table uploads force row level security;
alter table holdings force row level security;

-- Made anew by its file after every migration; here it must be there for the triggers.
create function _hold()
returns trigger
language plpgsql
as $$
begin
    return null;
end $$;

-- Pairs of a column of holdings and what a row "r" adds to it.
create trigger held_files_insert after insert on knowledge_files referencing new table as come
for each statement execute function _hold(
    'files', '(r.content_hash is not null)::integer',
    'bytes', 'case when r.content_hash is not null then r.size else 0 end'
);
create trigger held_files_update after update on knowledge_files referencing old table as gone new table as come
for each statement execute function _hold(
    'files', '(r.content_hash is not null)::integer',
    'bytes', 'case when r.content_hash is not null then r.size else 0 end'
);
create trigger held_files_delete after delete on knowledge_files referencing old table as gone
for each statement execute function _hold(
    'files', '(r.content_hash is not null)::integer',
    'bytes', 'case when r.content_hash is not null then r.size else 0 end'
);
create trigger held_versions_insert after insert on knowledge_versions referencing new table as come
for each statement execute function _hold('versions', '1');
create trigger held_versions_delete after delete on knowledge_versions referencing old table as gone
for each statement execute function _hold('versions', '1');
create trigger held_events_insert after insert on events referencing new table as come
for each statement execute function _hold('events', '1');
create trigger held_events_delete after delete on events referencing old table as gone
for each statement execute function _hold('events', '1');
create trigger held_chunks_insert after insert on knowledge_embeddings referencing new table as come
for each statement execute function _hold('chunks', '1');
create trigger held_chunks_delete after delete on knowledge_embeddings referencing old table as gone
for each statement execute function _hold('chunks', '1');
create trigger held_uploads_insert after insert on uploads referencing new table as come
for each statement execute function _hold('bytes', 'case when r.content_hash is not null then r.size else 0 end');
create trigger held_uploads_update after update on uploads referencing old table as gone new table as come
for each statement execute function _hold('bytes', 'case when r.content_hash is not null then r.size else 0 end');
create trigger held_uploads_delete after delete on uploads referencing old table as gone
for each statement execute function _hold('bytes', 'case when r.content_hash is not null then r.size else 0 end');
