-- What people changed last is looked through for the lines that they moved from one page to another.
create index knowledge_versions_persons on knowledge_versions (tenant_id, created_at) where changed_by = 'user';
