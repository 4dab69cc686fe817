-- Who brought an upload since all of it was last followed: a rendition of each may be there. Nobody knows who brought
-- what is not followed to its end yet.
alter table uploads add column authors text[] not null default '{}';

-- Seen by their owner: of every tenant.
alter table uploads no force row level security;
update uploads set authors = '{user,agent}'
where unsettled <> '{}';
alter table uploads force row level security;
