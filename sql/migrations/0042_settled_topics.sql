-- In which category a topic has its page, decided once: of events at the same time none sees what the others are about
-- to write. The page is known by a hash, which tells nothing of what it is called; once it stands it tells its category
-- itself, so a row counts for an hour. The upkeep removes it after a day.
create table settled_topics (
    tenant_id uuid not null references tenants on delete cascade,
    page text not null,
    category text not null,
    settled_at timestamptz not null default now(),
    primary key (tenant_id, page)
);

alter table settled_topics enable row level security;
alter table settled_topics force row level security;

create policy own_tenant on settled_topics
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
