-- _take_place: one learning stands from now on in the place of another, and of all that this one stood for. Where it is
-- superseded by that one it holds again; where by a third, that stands for both.
create or replace function knowledge._take_place(tenant_id uuid, id uuid, superseded uuid)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _standing uuid;
begin
    update knowledge as k set
        supersedes = superseded,
        superseded_by = nullif(k.superseded_by, superseded),
        superseded_at = case when k.superseded_by <> superseded then k.superseded_at end
    where k.tenant_id = _take_place.tenant_id and k.id = _take_place.id
    returning coalesce(k.superseded_by, k.id) into _standing;
    update knowledge as k set superseded_by = _standing, superseded_at = coalesce(k.superseded_at, now())
    where k.tenant_id = _take_place.tenant_id and k.id not in (_take_place.id, _standing)
        and (k.id = superseded or k.superseded_by = superseded);
end $$;
