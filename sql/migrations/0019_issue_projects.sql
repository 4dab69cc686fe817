-- Which projects an issue came up in, as learnings have it: of none is of all.
alter table issue_patterns add column projects text[] not null default '{}';

alter table run_errors add column project text;
