-- record_occurrence: a pattern came up again; counts, success rate, average time, date and trend change at once.
-- "stated" has the fields of POST /{id}/occurrences. The same occurrence_id again changes nothing; with another pattern
-- or other content it is a PT422. A run counts once (_count_occurrence); with "once_a_run" the run and the pattern make
-- its occurrence's id. Raises PT404.
create or replace function knowledge.record_occurrence(
    tenant_id uuid,
    pattern_id text,
    stated jsonb,
    occurrence_id text default null,
    once_a_run boolean default false
)
returns table (pattern jsonb, repeated boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id text;
    _occurrence text;
    _other boolean;
begin
    perform _act_as(record_occurrence.tenant_id);
    _id := _issue_id(record_occurrence.tenant_id, record_occurrence.pattern_id);
    _occurrence := case
        when once_a_run then _run_occurrence(record_occurrence.tenant_id, stated ->> 'run_id', _id)
        else coalesce(record_occurrence.occurrence_id, gen_random_uuid()::text)
    end;
    perform from issue_patterns as p
    where p.tenant_id = record_occurrence.tenant_id and p.pattern_id = _id
    for no key update;
    _other := not once_a_run and _is_other_occurrence(record_occurrence.tenant_id, _id, _occurrence, stated);
    repeated := not _other and not _count_occurrence(record_occurrence.tenant_id, _id, _occurrence, stated);
    -- Another's may have come in between, which waits for no row of this pattern.
    if _other or (
        repeated and not once_a_run and _is_other_occurrence(record_occurrence.tenant_id, _id, _occurrence, stated)
    ) then
        raise exception 'That Idempotency-Key came with another occurrence; send this one with a key of its own.'
            using errcode = 'PT422';
    end if;
    return query
        select _issue_facts(p), record_occurrence.repeated from issue_patterns as p
        where p.tenant_id = record_occurrence.tenant_id and p.pattern_id = _id;
end $$;
