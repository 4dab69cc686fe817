-- _entry_limit: how many learnings a tier may hold.
-- The figures are the product's: free 500, pro 5,000, team 25,000.
create or replace function knowledge._entry_limit(tier text)
returns integer
language sql
immutable
as $$
    select case _entry_limit.tier when 'free' then 500 when 'pro' then 5000 when 'team' then 25000 end
$$;
