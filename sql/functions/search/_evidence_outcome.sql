-- _evidence_outcome: how the run ended in which a passage was said, as the tags of its evidence tell;
-- null for any other file. Not in SQL: most matches are of other files, and a query is set up for each.
create or replace function knowledge._evidence_outcome(file_path text, tags text[])
returns text
language plpgsql
immutable
as $$
begin
    if file_path ~ '^3-descriptions/(project=[^/]+/)?learned/evidence/' then
        return (
            select t.tag from unnest(tags) with ordinality as t (tag, place)
            where t.tag in ('succeeded', 'failed', 'unverified')
            order by t.place desc
            limit 1
        );
    end if;
    return null;
end $$;
