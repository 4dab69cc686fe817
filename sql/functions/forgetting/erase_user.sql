-- erase_user: nothing of a user's memory is left in any row, in no version; a row a kind with how many went.
-- What stays is a number without a name (tenants.memory_floor). The user's uploads are erased one by one, before.
create or replace function knowledge.erase_user(tenant_id uuid, user_id text)
returns table (kind text, removed bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
begin
    perform _act_as(erase_user.tenant_id);
    kind := 'memory entries';
    removed := (
        select count(*) from user_knowledge_entries as e
        where e.tenant_id = erase_user.tenant_id and e.user_id = erase_user.user_id
    );
    perform clear_memory(erase_user.tenant_id, erase_user.user_id);
    return next;
    update uploads as u set user_id = null
    where u.tenant_id = erase_user.tenant_id and u.user_id = erase_user.user_id;
    get diagnostics removed = row_count;
    kind := 'upload labels';
    return next;
end $$;
