-- find_learning: one learning, and what was done to it,
-- the latest first; no row where there is none.
create or replace function knowledge.find_learning(tenant_id uuid, id uuid)
returns table (learning jsonb, history jsonb)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(find_learning.tenant_id);
    return query
        select _shown_learning(k), coalesce((
            select jsonb_agg(jsonb_build_object('at', a.at, 'actor', a.actor, 'action', a.action, 'before', a.before)
                order by a.at desc)
            from audit as a
            where a.tenant_id = find_learning.tenant_id and a.subject = find_learning.id
        ), '[]')
        from knowledge as k
        where k.tenant_id = find_learning.tenant_id and k.id = find_learning.id;
end $$;
