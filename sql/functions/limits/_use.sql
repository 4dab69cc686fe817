-- _use: counts what a key uses in this minute, and answers which of its limits, or of its tenant's, that is over.
-- "retry_after" is in seconds; both are null within the limits. A replica counts nothing. The row is the key's own, so
-- that no request waits for another key's.
create or replace function knowledge._use(
    tenant_id uuid, key text, tier text, requests integer, bytes bigint, tokens bigint
)
returns table (exceeded text, retry_after integer)
language plpgsql
as $$
#variable_conflict use_column
declare
    _minute timestamptz := date_trunc('minute', clock_timestamp());
begin
    if pg_is_in_recovery() then
        return query select null::text, null::integer;
        return;
    end if;
    insert into usage as u (tenant_id, key, minute, requests, bytes, tokens)
    values (_use.tenant_id, _use.key, _minute, _use.requests, _use.bytes, _use.tokens)
    on conflict (tenant_id, key) do update set
        minute = excluded.minute,
        requests = excluded.requests + case when u.minute = excluded.minute then u.requests else 0 end,
        bytes = excluded.bytes + case when u.minute = excluded.minute then u.bytes else 0 end,
        tokens = excluded.tokens + case when u.minute = excluded.minute then u.tokens else 0 end;

    return query
        select
            case
                when greatest(2 * s.requests, a.requests) > l.requests_a_minute then 'requests'
                when greatest(2 * s.bytes, a.bytes) > l.bytes_a_minute then 'bytes'
                when greatest(2 * s.tokens, a.tokens) > l.tokens_a_minute then 'tokens'
            end as exceeded,
            ceil(extract(epoch from _minute + interval '1 minute' - clock_timestamp()))::integer
        from _tier_limits(_use.tier) as l
        cross join (
            select
                max(u.requests) filter (where u.key = _use.key) as requests,
                max(u.bytes) filter (where u.key = _use.key) as bytes,
                max(u.tokens) filter (where u.key = _use.key) as tokens
            from usage as u
            where u.tenant_id = _use.tenant_id and u.minute = _minute
        ) as s
        cross join (
            select sum(u.requests) as requests, sum(u.bytes) as bytes, sum(u.tokens) as tokens from usage as u
            where u.tenant_id = _use.tenant_id and u.minute = _minute
        ) as a;
end $$;
