-- model_tokens_today: the tokens that a language model read and wrote for the tenant's runs since midnight (UTC).
-- Of runs that are completed: two at once do not see each other. What is stored and no number of tokens, as an endpoint
-- may count them, is passed over.
create or replace function knowledge.model_tokens_today(tenant_id uuid)
returns table (tokens bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(model_tokens_today.tenant_id);
    return query
        select coalesce(sum(m.tokens::numeric), 0)::bigint
        from run_parts as p
        cross join lateral (
            values (p.answer #> '{log,model,input_tokens}'), (p.answer #> '{log,model,output_tokens}')
        ) as m (tokens)
        where p.tenant_id = model_tokens_today.tenant_id
            and p.completed_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'
            and jsonb_path_match(m.tokens, 'strict $ >= 0 && $ <= 2147483647');
end $$;
