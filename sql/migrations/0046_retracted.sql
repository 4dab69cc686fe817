-- What is kept and told no more, or told otherwise: passages of runs that say the same are looked through by it.
create index knowledge_retracted on knowledge (tenant_id)
where deleted_at is not null or held_at is not null or superseded_by is not null or expires_at is not null;
create index audit_rewordings on audit (tenant_id, subject) where action = 'changed';
