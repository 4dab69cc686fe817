-- From now on chunks are without secrets: each file is read again by the next reindex. What did not change keeps its
-- embedding.
alter table indexed_files no force row level security;
update indexed_files set etag = '';
alter table indexed_files force row level security;
