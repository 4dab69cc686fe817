-- A run that goes on is completed in parts, each of them once: with what was sent of it, and what was answered.
create table run_parts (
    tenant_id uuid not null,
    run_id text not null,
    part integer not null check (part > 0),
    request_hash text not null,
    -- How many turns its log had, and what tells them: a longer log of the same session begins with them.
    turns integer not null default 0 check (turns >= 0),
    beginning text,
    answer jsonb not null,
    completed_at timestamptz not null default now(),
    primary key (tenant_id, run_id, part),
    unique (tenant_id, run_id, request_hash),
    foreign key (tenant_id, run_id) references agent_runs on delete cascade
);

alter table run_parts enable row level security;
-- The owner's own inserts are filtered by a forced policy, too.
alter table agent_runs no force row level security;
insert into run_parts (tenant_id, run_id, part, request_hash, answer, completed_at)
select
    r.tenant_id,
    r.run_id,
    1 as part,
    r.request_hash,
    r.answer,
    r.created_at
from agent_runs as r;
alter table agent_runs force row level security;
alter table run_parts force row level security;

create policy own_tenant on run_parts
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
