-- record_occurrence: a pattern came up again; counts, success rate, average time, date and trend follow at once.
-- "stated" has the seed's fields of recordOccurrence. The same occurrence_id again changes nothing. Raises PT404.
create or replace function knowledge.record_occurrence(
    tenant_id uuid, pattern_id text, stated jsonb, occurrence_id text default null
)
returns table (pattern jsonb, repeated boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _id text;
begin
    perform _act_as(record_occurrence.tenant_id);
    _id := _issue_id(record_occurrence.tenant_id, record_occurrence.pattern_id);
    repeated := not _count_occurrence(
        record_occurrence.tenant_id, _id, coalesce(record_occurrence.occurrence_id, gen_random_uuid()::text), stated
    );
    return query
        select _issue_facts(p), record_occurrence.repeated from issue_patterns as p
        where p.tenant_id = record_occurrence.tenant_id and p.pattern_id = _id;
end $$;
