-- The project in whose folder an upload is listed; null for the list of all. "unlisted" names the projects whose list
-- does not follow it yet, '' for none: also the project that it had before.
alter table uploads
add column project text,
add column unlisted text[] not null default '{}';
