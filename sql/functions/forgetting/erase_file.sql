-- erase_file: nothing of a file, or of an asset and its upload, is left in any row: chunks and their vectors and words,
-- history, lines of the index, the register, what was answered of it. A row a kind with how many went.
create or replace function knowledge.erase_file(tenant_id uuid, file_path text)
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _model text;
begin
    perform _act_as(erase_file.tenant_id);
    perform _lock_file(erase_file.tenant_id, erase_file.file_path);
    for _model in
        with dropped as (
            delete from indexed_files as f
            where f.tenant_id = erase_file.tenant_id and f.file_path = erase_file.file_path
            returning f.model
        )
        select d.model from dropped as d
        union
        select s.model from staged_files as s
        where s.tenant_id = erase_file.tenant_id and s.file_path = erase_file.file_path
    loop  -- also what a run has staged that never came to its end
        perform _drop_staged(erase_file.tenant_id, _model, erase_file.file_path);
    end loop;
    kind := 'vectors';
    removed := _drop_chunks(erase_file.tenant_id, null, erase_file.file_path);
    perform _count_words(erase_file.tenant_id, 0);  -- the words of chunks that the file had before
    return next;

    delete from index_lines as l
    where l.tenant_id = erase_file.tenant_id and erase_file.file_path in (l.location, l.index_path);
    get diagnostics removed = row_count;
    kind := 'index lines';
    return next;

    delete from knowledge_versions as v
    where v.tenant_id = erase_file.tenant_id and v.file_path = erase_file.file_path;
    get diagnostics removed = row_count;
    kind := 'versions';
    return next;

    delete from knowledge_files as f
    where f.tenant_id = erase_file.tenant_id and f.file_path = erase_file.file_path;
    get diagnostics removed = row_count;
    kind := 'files';
    return next;

    delete from uploads as u where u.tenant_id = erase_file.tenant_id and u.file_path = erase_file.file_path;
    get diagnostics removed = row_count;
    kind := 'uploads';
    return next;

    return query
        select n.kind, n.removed from _clear_notes(erase_file.tenant_id, '{}', array[erase_file.file_path], '{}') as n;
end $$;
