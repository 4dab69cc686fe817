-- What users want remembered: a row a user, which counts the versions, and entries with the versions they stand in.
create table user_knowledge (
    tenant_id uuid not null references tenants on delete cascade,
    user_id text not null check (length(user_id) between 1 and 200),
    version bigint not null check (version > 0),
    -- The oldest version that can be restored whole.
    kept_from bigint not null,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- An entry stands in the versions from added_in until before removed_in. What is brought back is a row of the same id.
create table user_knowledge_entries (
    tenant_id uuid not null,
    user_id text not null,
    id text not null,
    added_in bigint not null,
    removed_in bigint check (removed_in > added_in),
    removed_at timestamptz,
    content text not null check (length(content) between 1 and 2000),
    category text not null check (category in ('rule', 'preference', 'feedback', 'context')),
    source text not null check (source in ('user', 'agent')),
    conversation_id text check (length(conversation_id) between 1 and 200),
    -- Its words in order, and what keeps it apart from what is nearly the same: see text/near_duplicates.py.
    gist text not null default '',
    distinctions text[] not null default '{}',
    -- Null where no embedder answered: such an entry is known by its words alone.
    embedding extensions.vector(384),
    model text,
    -- How often it was said again, or concerned what a session was about.
    used integer not null default 0,
    used_at timestamptz not null default now(),
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, user_id, id, added_in),
    foreign key (tenant_id, user_id) references user_knowledge on delete cascade,
    check ((embedding is null) = (model is null)),
    check ((removed_in is null) = (removed_at is null))
);

alter table user_knowledge_entries alter column embedding set storage plain;
create unique index user_knowledge_entries_live
on user_knowledge_entries (tenant_id, user_id, id) where removed_in is null;

-- Nothing remains of a cleared memory but this, the greatest version that one had: its number is never given again, so
-- that no copy in a cache can be taken for what came after.
alter table tenants add column memory_floor bigint not null default 0;

alter table user_knowledge enable row level security;
alter table user_knowledge force row level security;
alter table user_knowledge_entries enable row level security;
alter table user_knowledge_entries force row level security;

create policy own_tenant on user_knowledge
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on user_knowledge_entries
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
