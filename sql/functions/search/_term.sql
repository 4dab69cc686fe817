-- _term: a word as a number from 1 to 999,999,999, another in each tenant.
-- So a tenant's numbers tell nothing about another's words.
create or replace function knowledge._term(tenant_id uuid, word text)
returns integer
language sql
immutable
as $$
    select (1 + (hashtextextended(word collate "C", uuid_hash_extended(_term.tenant_id, 0)) & 1073741823) % 999999999)::integer
$$;
