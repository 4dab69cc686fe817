-- learnings_called: the learnings that prompts call by these short ids, in the order of their ids. To a run a short id
-- stands for what the run was served, else for what is there, else for what was deleted; to others for all of these, as
-- what was deleted can be restored, and nobody should erase a learning for one of the same short id.
create or replace function knowledge.learnings_called(tenant_id uuid, short_ids text[], run_id text default null)
returns table (short_id text, id uuid)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(learnings_called.tenant_id);
    return query
        select c.short_id, c.id
        from (
            select
                _short_id(k.id) as short_id, k.id,
                rank() over (
                    partition by _short_id(k.id)
                    order by s.id is null, learnings_called.run_id is not null and k.deleted_at is not null
                ) as likelihood
            from knowledge as k
            left join served as s
                on s.tenant_id = k.tenant_id and s.run_id = learnings_called.run_id and s.id = k.id
            where k.tenant_id = learnings_called.tenant_id and _short_id(k.id) = any(short_ids)
        ) as c
        where c.likelihood = 1
        order by c.id;
end $$;
