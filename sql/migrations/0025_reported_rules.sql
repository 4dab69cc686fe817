-- What the user said, as the log of a run tells it. Whoever sends a log can write a user's turn into it, so this is
-- nobody's authority until a person confirms it: it stands above what agents state, and below what people write.
alter table knowledge add column reported boolean not null default false;

-- The owner's own updates are filtered by a forced policy too.
alter table knowledge no force row level security;
alter table audit no force row level security;
update knowledge as k set authority = 'learned', reported = true
where k.authority = 'user' and k.run_id is not null and not exists (
    select from audit as a
    where a.tenant_id = k.tenant_id and a.subject = k.id and a.action = 'changed' and a.before ? 'learning'
);
alter table knowledge force row level security;
alter table audit force row level security;

-- What people wrote, confirmed or pinned has the first place among the standing rules, however many there are.
create index knowledge_of_persons on knowledge (tenant_id, last_seen_at)
where authority = 'user' or pinned_at is not null;
