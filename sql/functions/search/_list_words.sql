-- _list_words: counts the words of new rows, and lists the rows under those that still pick few.
-- "ids" and "terms" go together, a pair for each word of each row. Counts are not taken back where rows go: they may be
-- stale, and the upkeep counts anew. Words in their order, 0 before all, so that two writers, and who counts, wait for
-- each other at worst.
create or replace function knowledge._list_words(
    tenant_id uuid, ids uuid[], terms integer[], rows bigint, of_chunks boolean
)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
    insert into vocabulary as w (tenant_id, term, rows, learnings, chunks)
    select
        _list_words.tenant_id, p.term, count(*),
        case when of_chunks or count(*) > _list_limit() then '{}' else array_agg(p.id) end,
        case when of_chunks and count(*) <= _list_limit() then array_agg(p.id) else '{}' end
    from unnest(_list_words.ids, _list_words.terms) as p (id, term)
    group by p.term
    union all
    select _list_words.tenant_id, 0, _list_words.rows, '{}', '{}'
    order by 2
    on conflict (tenant_id, term) do update set
        rows = w.rows + excluded.rows,
        learnings = case
            when w.rows + excluded.rows > _list_limit() then '{}'
            when excluded.learnings = '{}' then w.learnings
            else w.learnings || excluded.learnings
        end,
        chunks = case
            when w.rows + excluded.rows > _list_limit() then '{}'
            when excluded.chunks = '{}' then w.chunks
            else w.chunks || excluded.chunks
        end;
end $$;
