-- What superseded a learning before the one that did so last is looked up by what it supersedes.
create index knowledge_superseding on knowledge (tenant_id, supersedes) where supersedes is not null;
