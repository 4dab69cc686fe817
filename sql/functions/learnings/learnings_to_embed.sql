-- learnings_to_embed: learnings that have no embedding of the model, by id, from the one after "after" to "until".
-- At most "page" rows.
create or replace function knowledge.learnings_to_embed(
    tenant_id uuid, model text, after uuid default null, until uuid default null, page integer default 200
)
returns table (id uuid, learning text)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(learnings_to_embed.tenant_id);
    return query
        select k.id, k.learning from knowledge as k
        where k.tenant_id = learnings_to_embed.tenant_id
            and (learnings_to_embed.after is null or k.id > learnings_to_embed.after)
            and (until is null or k.id <= until)
            and _lacks_embedding(k, learnings_to_embed.model)
        order by k.id
        limit page;
end $$;
