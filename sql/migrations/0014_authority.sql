-- Whose word a passage is. Null where it was indexed before: then its scope says so.
alter table knowledge_embeddings
add column authority text check (authority in ('learned', 'user', 'system'));
alter table knowledge_embeddings alter column authority set storage main;

-- Who brought what lies there: of what was there before nobody knows better than that a person may have.
alter table uploads add column author text not null default 'user' check (author in ('agent', 'user'));

-- By which key a run taught a learning: the first digits of its hash. Null for those before.
alter table taught add column taught_by text;
create index taught_lately on taught (tenant_id, id, taught_at);
