-- Issues that came up before, what solved them, every time they came up again, and the retrospectives they come from.
create table issue_patterns (
    tenant_id uuid not null references tenants on delete cascade,
    number integer not null check (number > 0),
    -- As people and other systems name it: PAT-001, PAT-002 … per tenant. It never changes, also when it is merged.
    pattern_id text not null generated always as (
        'PAT-' || case when number < 1000 then lpad(number::text, 3, '0') else number::text end
    ) stored,
    -- What `served` knows it by.
    id uuid not null default gen_random_uuid(),
    category text not null default 'general' check (length(category) between 1 and 200),
    issue_summary text not null check (length(issue_summary) between 1 and 2000),
    summary_hash text not null,
    -- The numbers, names and negations in the summary: two issues that differ here are two.
    distinctions text[] not null default '{}',
    -- {solution, times_applied, times_successful, times_timed, minutes} each; rates are computed from the counts.
    proven_solutions jsonb not null default '[]',
    prevention_checklist text[] not null default '{}',
    severity text not null default 'medium' check (severity in ('critical', 'high', 'medium', 'low')),
    status text not null default 'active' check (status in ('active', 'obsolete')),
    merged_into text,
    source text not null default 'stated' check (source in ('stated', 'retrospective', 'run')),
    occurrence_count integer not null default 0 check (occurrence_count >= 0),
    times_applied integer not null default 0,
    times_successful integer not null default 0 check (times_successful <= times_applied),
    times_timed integer not null default 0,
    minutes double precision not null default 0,
    first_seen_sd_id text,
    last_seen_sd_id text,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (tenant_id, number)
);

create unique index issue_patterns_pattern_id on issue_patterns (tenant_id, pattern_id);

create table issue_embeddings (
    tenant_id uuid not null references tenants on delete cascade,
    model text not null,
    pattern_id text not null,
    embedding extensions.vector(384) not null,
    primary key (tenant_id, model, pattern_id)
);

alter table issue_embeddings alter column embedding set storage plain;

-- Which words stand in which pattern, and, after a tilde, the initials of each three to five of its words in a row
-- (~rls). What is written in capitals (RLS) may stand for such words itself.
create table issue_words (
    tenant_id uuid not null references tenants on delete cascade,
    word text not null,
    pattern_id text not null,
    in_summary boolean not null,
    acronym boolean not null,
    primary key (tenant_id, word, pattern_id)
);

create index issue_words_pattern on issue_words (tenant_id, pattern_id);

-- The tenant's vocabulary as it is written, and each word with one letter left out: two words that are one slip of the
-- keyboard apart share a row. By bytes, so that a beginning is found by the index in any locale.
create table issue_spellings (
    tenant_id uuid not null references tenants on delete cascade,
    spelling text not null collate "C",
    surface text not null collate "C",
    word text not null,
    primary key (tenant_id, spelling, surface, word)
);

create table issue_occurrences (
    tenant_id uuid not null references tenants on delete cascade,
    -- The caller's Idempotency-Key, or what the run and the pattern make, or random: each occurrence counts once.
    occurrence_id text not null check (length(occurrence_id) between 1 and 500),
    -- The pattern that it was recorded of, also when that one was merged into another since.
    pattern_id text not null,
    sd_id text,
    run_id text,
    solution_applied text,
    was_successful boolean,
    resolution_time_minutes double precision check (resolution_time_minutes >= 0),
    found_via_search boolean not null default false,
    occurred_at timestamptz not null default now(),
    primary key (tenant_id, occurrence_id)
);

create index issue_occurrences_pattern on issue_occurrences (tenant_id, pattern_id, occurred_at desc);
create index issue_occurrences_sd on issue_occurrences (tenant_id, sd_id) where sd_id is not null;

create table retrospectives (
    tenant_id uuid not null references tenants on delete cascade,
    id uuid not null default gen_random_uuid(),
    request_hash text not null,
    sd_id text,
    title text not null,
    learning_category text,
    key_learnings text[] not null default '{}',
    success_patterns text[] not null default '{}',
    failure_patterns text[] not null default '{}',
    quality_score integer check (quality_score between 0 and 100),
    conducted_date timestamptz not null default now(),
    answer jsonb not null,
    primary key (tenant_id, id)
);

create unique index retrospectives_request on retrospectives (tenant_id, request_hash);
create index retrospectives_sd on retrospectives (tenant_id, sd_id) where sd_id is not null;

-- Errors of runs that are no pattern yet: the first time is an accident, the second run makes it one.
create table run_errors (
    tenant_id uuid not null references tenants on delete cascade,
    run_id text not null check (length(run_id) between 1 and 200),
    error_hash text not null,
    error text not null,
    fix text,
    was_successful boolean,
    resolution_time_minutes double precision,
    distinctions text[] not null default '{}',
    model text not null,
    embedding extensions.vector(384) not null,
    work_order_id text,
    noted_at timestamptz not null default now(),
    primary key (tenant_id, run_id, error_hash)
);

alter table run_errors alter column embedding set storage plain;

alter table issue_patterns enable row level security;
alter table issue_patterns force row level security;
alter table issue_embeddings enable row level security;
alter table issue_embeddings force row level security;
alter table issue_words enable row level security;
alter table issue_words force row level security;
alter table issue_spellings enable row level security;
alter table issue_spellings force row level security;
alter table issue_occurrences enable row level security;
alter table issue_occurrences force row level security;
alter table retrospectives enable row level security;
alter table retrospectives force row level security;
alter table run_errors enable row level security;
alter table run_errors force row level security;

create policy own_tenant on issue_patterns
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on issue_embeddings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on issue_words
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on issue_spellings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on issue_occurrences
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on retrospectives
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on run_errors
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
