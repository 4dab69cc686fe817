-- _say_again: a superseded learning was learned again: it holds again, and supersedes what superseded it, unless that
-- has the higher authority or is said beyond its projects.
create or replace function knowledge._say_again(tenant_id uuid, id uuid)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _again knowledge.knowledge;
    _since knowledge.knowledge;
begin
    select k.* into _again from knowledge as k
    where k.tenant_id = _say_again.tenant_id and k.id = _say_again.id and k.superseded_by is not null;
    select k.* into _since from knowledge as k
    where k.tenant_id = _say_again.tenant_id and k.id = _again.superseded_by;
    if _since.id is null or _authority_rank(_since) > _authority_rank(_again)
        or not _speaks_for(_again.projects, _since.projects) then
        return;
    end if;
    perform _take_place(_say_again.tenant_id, _again.id, _since.id);
end $$;
