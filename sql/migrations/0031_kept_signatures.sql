-- Who is near a new learning, and how many there are, is read from this index in one pass; what was deleted is neither.
drop index knowledge_signature;
create index knowledge_signature on knowledge (tenant_id, model) include (signature, id) where deleted_at is null;

-- Hundreds of ids that no compression makes shorter: each new row of a word tried it in vain.
alter table vocabulary
alter column learnings set storage external,
alter column chunks set storage external;
