-- _wording: how a learning was worded at a time, and whose word that was; no row where it has not changed since.
-- It is as the audit noted it when it changed next.
create or replace function knowledge._wording(tenant_id uuid, id uuid, as_of timestamptz)
returns table (learning text, authority text, reported boolean, standing boolean)
language sql
stable
as $$
    select
        a.before ->> 'learning', w.authority, coalesce((a.before ->> 'reported')::boolean, false),
        k.kind in ('rule', 'correction') or w.authority = 'user' or k.pinned_at is not null
    from audit as a
    join knowledge as k on k.tenant_id = a.tenant_id and k.id = a.subject
    cross join lateral (select coalesce(a.before ->> 'authority', 'learned') as authority) as w
    where a.tenant_id = _wording.tenant_id and a.subject = _wording.id and a.at > _wording.as_of
        and a.action = 'changed' and a.before ? 'learning'
    order by a.at
    limit 1
$$;
