-- list_learnings: a page of what is known, from the one after (after_key, after_id) on; a null filter lets all pass.
-- "contains" is a part of the text, or what a prompt calls it.
-- "state" is active, held, deleted, expired, withdrawn, superseded, pinned or review. "sort" is last_seen, created,
-- frequency or wrong, the highest first; sort_key is what the page after is asked by.
create or replace function knowledge.list_learnings(
    tenant_id uuid, state text default null, of_kind text default null, of_project text default null,
    of_agent_type text default null, of_authority text default null, of_tags text[] default null,
    contains text default null, sort text default 'last_seen', after_key double precision default null,
    after_id uuid default null, max_rows integer default 50
)
returns table (learning jsonb, sort_key double precision)
language plpgsql
stable
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(list_learnings.tenant_id);
    return query
        select l.row, l.key
        from (
            select k.id, _learning_row(k, o.by) as row, (case list_learnings.sort
                when 'created' then extract(epoch from k.created_at)
                when 'frequency' then k.frequency
                when 'wrong' then k.wrong - k.useful
                else extract(epoch from k.last_seen_at)
            end)::double precision as key, _needs_review(k) as review
            from knowledge as k
            left join _overruled_variants(list_learnings.tenant_id) as o on o.id = k.id
            where k.tenant_id = list_learnings.tenant_id
                and (of_kind is null or k.kind = of_kind)
                and (of_project is null or k.projects @> array[of_project])
                and (of_agent_type is null or k.agent_types @> array[of_agent_type])
                and (of_authority is null or k.authority = of_authority)
                and (of_tags is null or k.tags @> of_tags)
                and (
                    contains is null or position(lower(contains) in lower(k.learning)) > 0
                    or _short_id(k.id) = lower(contains)
                )
        ) as l
        where case coalesce(list_learnings.state, 'any')
                when 'any' then l.row ->> 'state' <> 'deleted'
                when 'pinned' then l.row ->> 'pinned_at' is not null and l.row ->> 'state' <> 'deleted'
                when 'review' then l.review
                else l.row ->> 'state' = list_learnings.state
            end
            and (after_id is null or (l.key, l.id) < (after_key, after_id))
        order by l.key desc, l.id desc
        limit max_rows;
end $$;
