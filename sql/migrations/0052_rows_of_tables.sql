-- Whether a chunk is rows of a table, each about a thing of its own. A question asks it of every chunk beside a near
-- one, whose texts lie out of line.
alter table knowledge_embeddings add column in_rows boolean generated always as (
    unit is not distinct from 'row' or left(chunk_text, 4) ~ '^\s*\|'
) stored;
