-- _keeps_projects: whether a person decides for which projects a learning holds: it is a person's word or pinned, or a
-- person said for which. No run changes that.
create or replace function knowledge._keeps_projects(learning knowledge.knowledge)
returns boolean
language sql
stable
as $$
    select _authority_rank(learning) = 3 or exists (
        select from knowledge.audit as a
        where a.tenant_id = learning.tenant_id and a.subject = learning.id and a.action = 'changed'
            and a.before ? 'projects'
    )
$$;
