-- _tier_limits: what a tier may hold, and what its keys may use a minute; one row.
-- The learnings are the product's (_entry_limit). A key may use half of what its tenant may.
create or replace function knowledge._tier_limits(tier text)
returns table (
    files bigint, versions bigint, events bigint, chunks bigint, bytes bigint,
    requests_a_minute integer, bytes_a_minute bigint, tokens_a_minute bigint
)
language sql
immutable
as $$
    select
        5000 * n.held, 50000 * n.held, 10000 * n.held, 25000 * n.held, 2 ^ 30 * n.held,
        2400 * n.used, 256 * 2 ^ 20 * n.used, 500000 * n.used
    from (
        values ('free', 1, 1), ('pro', 10, 4), ('team', 50, 16)
    ) as n (tier, held, used)
    where n.tier = _tier_limits.tier
$$;
