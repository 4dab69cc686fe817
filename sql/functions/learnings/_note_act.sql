-- _note_act: notes who did what to a learning,
-- and what it was before.
create or replace function knowledge._note_act(
    tenant_id uuid, actor text, action text, subject uuid, before jsonb default '{}'
)
returns void
language sql
as $$
    insert into audit (tenant_id, actor, action, subject, before)
    values (_note_act.tenant_id, _note_act.actor, _note_act.action, _note_act.subject, _note_act.before)
$$;
