-- An entry of a memory that was handed to a run is noted by this id, by which its text is looked up.
create index user_knowledge_entries_served on user_knowledge_entries (tenant_id, (md5(id)::uuid));
