-- _evidence_outcome: how the run ended in which a passage was said, as the tags of its evidence tell;
-- null for any other file.
create or replace function knowledge._evidence_outcome(file_path text, tags text[])
returns text
language sql
immutable
as $$
    select t.tag from unnest(tags) with ordinality as t (tag, place)
    where file_path ~ '^3-descriptions/(project=[^/]+/)?learned/evidence/'
        and t.tag in ('succeeded', 'failed', 'unverified')
    order by t.place desc
    limit 1
$$;
