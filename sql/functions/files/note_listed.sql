-- note_listed: makes what is known of an index file's lines follow the file, unless a later version of it is recorded.
-- record_version asks it; that Python may is for the release before.
-- A line is a person's where a person wrote this version and the line is new in it, or where it was one's before.
create or replace function knowledge.note_listed(
    tenant_id uuid, index_path text, of_object text, locations text[], lines text[], by_person boolean
)
returns table (noted bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _noted bigint := 0;
begin
    perform _act_as(note_listed.tenant_id);
    -- The row is locked, so that of two versions noted at once the later one's lines stay.
    perform from knowledge_files as f
    where f.tenant_id = note_listed.tenant_id and f.file_path = note_listed.index_path
        and f.object_version = note_listed.of_object
    for no key update;
    if found then
        delete from index_lines as l
        where l.tenant_id = note_listed.tenant_id and l.index_path = note_listed.index_path
            and l.location <> all (note_listed.locations);
        insert into index_lines as l (tenant_id, location, index_path, line, by_hand)
        select
            note_listed.tenant_id, new.location, note_listed.index_path, new.line,
            coalesce(
                (
                    select bool_or(other.by_hand) from index_lines as other
                    where other.tenant_id = note_listed.tenant_id and other.location = new.location
                        and other.line = new.line
                ),
                note_listed.by_person
            )
        from unnest(note_listed.locations, note_listed.lines) as new (location, line)
        on conflict (tenant_id, location, index_path) do update
            set line = excluded.line, by_hand = excluded.by_hand
            where l.line <> excluded.line;
        get diagnostics _noted = row_count;
    end if;
    return query select _noted;
end $$;
