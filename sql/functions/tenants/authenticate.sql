-- authenticate: who the key with this SHA-256 is, in one row; no row where it is unknown or revoked. "model" is the
-- embedding model that the tenant's search answers from, null while nothing is stored; "memory" the version of what
-- is remembered of the user "memory_of", null where nothing is: whoever holds a copy sees from it whether it is true.
-- With "counted", the request and its bytes count against the key's and the tenant's limits: "exceeded" names the one
-- that they are over, "retry_after" the seconds to wait. "full" are the kinds of which the tenant's tier holds
-- no more; "redaction" is what it wants redacted in its files, "keeps_emails" whether e-mails in its events are kept.
-- The tenant id is part of the key, and the hash covers the whole key: naming another tenant finds nothing.
create or replace function knowledge.authenticate(
    tenant_id uuid, key_hash text, memory_of text default null, bytes bigint default 0, counted boolean default false
)
returns table (
    role text, tier text, model text, memory bigint, exceeded text, retry_after integer, "full" text[],
    redaction text, keeps_emails boolean
)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(authenticate.tenant_id);
    select a.role, t.tier, t.model, u.version, coalesce(_full(t.tenant_id, t.tier), '{}'), t.redaction, t.keeps_emails
    into role, tier, model, memory, "full", redaction, keeps_emails
    from api_keys as a
    join tenants as t on t.tenant_id = a.tenant_id
    left join user_knowledge as u on u.tenant_id = a.tenant_id and u.user_id = memory_of
    where a.tenant_id = authenticate.tenant_id
        and a.key_hash = authenticate.key_hash
        and a.revoked_at is null;
    if not found then
        return;
    end if;
    if counted then
        select u.exceeded, u.retry_after into exceeded, retry_after
        from _use(authenticate.tenant_id, left(authenticate.key_hash, 12), tier, 1, authenticate.bytes, 0) as u;
    end if;
    return next;
end $$;
