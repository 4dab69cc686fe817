-- learnings_called: the learnings that a prompt calls by this short id, in the order of their ids;
-- deleted ones are among them, since they can be restored.
create or replace function knowledge.learnings_called(tenant_id uuid, short_id text)
returns table (id uuid)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(learnings_called.tenant_id);
    return query
        select k.id from knowledge as k
        where k.tenant_id = learnings_called.tenant_id and _short_id(k.id) = lower(learnings_called.short_id)
        order by k.id;
end $$;
