-- The questions that a chunk's lines answer: searched as the words of its tags are (tag_terms), and shown to nobody.
alter table knowledge_embeddings add column questions text[] not null default '{}';
