-- What a question of one user leaves out: what was uploaded for others (_files_of_others), by path. It is of every
-- upload that names a user, the oldest too: who it is for stands in its row.
alter type search_filter add attribute others jsonb;
create index uploads_users on uploads (tenant_id, user_id) where user_id is not null;
