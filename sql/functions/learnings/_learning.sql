-- _learning: a tenant's learning, locked until the transaction ends.
-- Raises PT404 where there is none, and unless "deleted" will do PT409 where it is deleted: whatever is done to it then
-- changes nothing that anybody is told.
create or replace function knowledge._learning(tenant_id uuid, id uuid, deleted boolean default true)
returns knowledge.knowledge
language plpgsql
as $$
#variable_conflict use_column
declare
    _row knowledge.knowledge;
begin
    select k.* into _row from knowledge as k
    where k.tenant_id = _learning.tenant_id and k.id = _learning.id
    for update;
    if not found then
        raise exception 'There is no such learning; list what there is.' using errcode = 'PT404';
    end if;
    if _row.deleted_at is not null and not deleted then
        raise exception 'That learning is deleted, so this would change nothing; restore it first.' using errcode = 'PT409';
    end if;
    return _row;
end $$;
