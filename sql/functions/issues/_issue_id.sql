-- _issue_id: the pattern that an id stands for: its own, or the one that it was merged into.
-- Raises PT404 where there is none.
create or replace function knowledge._issue_id(tenant_id uuid, pattern_id text)
returns text
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _id text;
begin
    select coalesce(p.merged_into, p.pattern_id) into _id from issue_patterns as p
    where p.tenant_id = _issue_id.tenant_id and p.pattern_id = upper(_issue_id.pattern_id);
    if not found then
        raise exception 'There is no pattern %; list those that exist first.', _issue_id.pattern_id
            using errcode = 'PT404';
    end if;
    return _id;
end $$;
