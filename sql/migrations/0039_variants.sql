-- The variants of a learning are looked up by what they are variants of, wherever one is listed.
create index knowledge_variants on knowledge (tenant_id, variant_of) where variant_of is not null;
