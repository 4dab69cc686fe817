-- The words of its tags that a row's text lacks: searched as its own are, and no part of what it says, so that two
-- learnings of one text and other tags still say the same. Null until they are computed: "index_words" does, for rows
-- from before this.
alter table knowledge add column tag_terms integer[];
alter table knowledge_embeddings add column tag_terms integer[];

-- As all beside the vectors (0008): only the long texts may go out of line.
alter table knowledge alter column tag_terms set storage main;
alter table knowledge_embeddings alter column tag_terms set storage main;
