-- What search by words and vectors needs of learnings and chunks, and what learnings are known by beside their text.
alter table knowledge
add column projects text[] not null default '{}',
add column agent_types text[] not null default '{}',
-- At most a hundred, the first and the latest; "taught" has all of them.
add column run_ids text[] not null default '{}',
add column authority text not null default 'learned' check (authority in ('learned', 'user', 'system')),
add column run_outcome text check (run_outcome in ('succeeded', 'failed', 'unverified')),
add column supersedes uuid,
add column superseded_by uuid,
add column superseded_at timestamptz,
add column pinned_at timestamptz,
add column expires_at timestamptz,
add column deleted_at timestamptz,
-- Stored, and never served.
add column held_at timestamptz,
add column held_reason text,
-- Feedback, and the outcomes of the runs that it was handed to.
add column useful integer not null default 0 check (useful >= 0),
add column wrong integer not null default 0 check (wrong >= 0),
-- What it answers: searched, not shown.
add column questions text[] not null default '{}',
-- The weights of its words, and the same words as numbers; null until they are computed (_kw).
add column kw extensions.sparsevec(1000000000),
add column terms integer[],
-- The signs of the vector's dimensions: the fewer bits differ, the nearer two vectors are.
add column sig bit(384) generated always as (extensions.binary_quantize(embedding)::bit(384)) stored,
-- What holds whatever the task is: a rule of the user's, or something pinned.
add column standing boolean generated always as (
    kind in ('rule', 'correction') or authority = 'user' or pinned_at is not null
) stored;

alter table knowledge_embeddings
add column project text,
add column session_date date,
add column speaker text,
add column kw extensions.sparsevec(1000000000),
add column terms integer[],
add column sig bit(384) generated always as (extensions.binary_quantize(embedding)::bit(384)) stored,
-- Written by the product from rows, which are found themselves.
add column is_copy boolean generated always as (
    file_path ~ '^(3-descriptions/learned/(tasks|failures|patterns)/|2-summaries/agent/learned-)'
) stored;

-- What was counted for it of how the run ended: succeeded or failed.
alter table served add column run_outcome text;

alter table learning_embeddings
add column sig bit(384) generated always as (extensions.binary_quantize(embedding)::bit(384)) stored;

-- Compressed, they are scanned three times slower.
alter table knowledge alter column kw set storage plain;
alter table knowledge_embeddings alter column kw set storage plain;
-- Read from an index thousands at a time: with a short header each would be copied first.
alter table knowledge alter column sig set storage plain;
alter table knowledge_embeddings alter column sig set storage plain;
alter table learning_embeddings alter column sig set storage plain;

-- With both beside it a row is larger than what Postgres leaves in its page, and it would move even the shortest text
-- out of line: a path read from there costs ten times a comparison. Only the long texts may go.
alter table knowledge
alter column model set storage main,
alter column kind set storage main,
alter column tags set storage main,
alter column distinctions set storage main,
alter column projects set storage main,
alter column agent_types set storage main,
alter column terms set storage main;
alter table knowledge_embeddings
alter column model set storage main,
alter column file_path set storage main,
alter column text_hash set storage main,
alter column breadcrumb set storage main,
alter column tags set storage main,
alter column scope set storage main,
alter column source_type set storage main,
alter column terms set storage main;

-- The owner's own updates are filtered by a forced policy too.
alter table knowledge no force row level security;
alter table taught no force row level security;
update knowledge as k set
    agent_types = array_remove(array[k.agent_type], null),
    run_ids = coalesce(
        (
            select (array_agg(t.run_id order by t.taught_at, t.run_id))[1:100]
            from taught as t
            where t.tenant_id = k.tenant_id and t.id = k.id
        ), array_remove(array[k.run_id], null)
    )
where k.agent_type is not null or k.run_id is not null;
alter table knowledge force row level security;
alter table taught force row level security;

-- In how many rows of the tenant a word stands, and in which, as long as these are few: what search by words starts
-- from. The word 0 counts the rows. An index over "terms" would do, but row-level security keeps the planner from it:
-- no operator of arrays is leakproof.
create table vocabulary (
    tenant_id uuid not null references tenants on delete cascade,
    term integer not null,
    rows integer not null default 0,
    learnings uuid[] not null default '{}',
    chunks uuid[] not null default '{}',
    primary key (tenant_id, term)
) with (fillfactor = 70);
alter table vocabulary enable row level security;
alter table vocabulary force row level security;
create policy own_tenant on vocabulary
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));

-- Read without their tables, which takes that vacuum has seen the pages. In the order of their rows, so that a tenant's
-- new ones stand together.
create index knowledge_signature on knowledge (tenant_id, model) include (sig, id);
create index learning_embeddings_signature on learning_embeddings (tenant_id, model) include (sig, id);
create index knowledge_embeddings_signature on knowledge_embeddings (tenant_id, model)
include (sig, id, generation) where not is_copy;
create index knowledge_standing on knowledge (tenant_id, last_seen_at) where standing;
alter table knowledge set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table knowledge_embeddings set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- One index over all tenants' vectors cannot tell them apart before it has read them, and loses the best match among
-- rows that are nearly the same.
drop index knowledge_embeddings_nearest;

-- What was deleted may be learned again.
drop index knowledge_learning_hash;
create unique index knowledge_learning_hash on knowledge (tenant_id, learning_hash) where deleted_at is null;

-- What a match must be, and what was found: passed from function to function.
create type search_filter as (
    project text, agent_type text, scope text, tags text [], kind text, source_type text,
    since timestamptz, until timestamptz, as_of timestamptz
);
create type search_score as (id uuid, cosine double precision, coverage double precision);
create type search_question as (
    words text [],
    terms integer [],
    weights extensions.sparsevec,
    total double precision,
    learnings uuid [],
    chunks uuid []
);
