-- note_feedback: a verdict on a learning, useful or wrong; of a run the last counts, and without a run that of a key
-- and day. A key gives "daily" verdicts in 24 hours at most, changed ones too, whatever runs it names; "counted" says
-- whether this one stands.
-- Raises PT404 where there is no such learning, PT409 where it is deleted.
create or replace function knowledge.note_feedback(
    tenant_id uuid, id uuid, actor text, verdict text, run_id text default null,
    daily integer default 10
)
returns table (learning jsonb, counted boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _row knowledge.knowledge;
    _before text;
begin
    perform _act_as(note_feedback.tenant_id);
    _row := _learning(note_feedback.tenant_id, note_feedback.id, deleted => false);
    _before := (
        select a.action from audit as a
        where a.tenant_id = note_feedback.tenant_id and a.subject = note_feedback.id and a.action in ('useful', 'wrong')
            and case when note_feedback.run_id is null
                then a.actor = note_feedback.actor and a.at > now() - interval '1 day' and a.before ->> 'run_id' is null
                else a.before ->> 'run_id' = note_feedback.run_id
            end
        order by a.at desc
        limit 1
    );
    if verdict is distinct from _before and daily > (
        select count(*) from audit as a
        where a.tenant_id = note_feedback.tenant_id and a.subject = note_feedback.id and a.actor = note_feedback.actor
            and a.action in ('useful', 'wrong') and a.at > now() - interval '1 day'
    ) then
        update knowledge as k set
            useful = k.useful + (verdict = 'useful')::integer - coalesce(_before = 'useful', false)::integer,
            wrong = k.wrong + (verdict = 'wrong')::integer - coalesce(_before = 'wrong', false)::integer
        where k.tenant_id = note_feedback.tenant_id and k.id = note_feedback.id
        returning k.* into _row;
        perform _note_act(
            note_feedback.tenant_id, actor, verdict, note_feedback.id,
            jsonb_strip_nulls(jsonb_build_object('run_id', note_feedback.run_id))
        );
        _before := verdict;
    end if;
    return query select _shown_learning(_row), verdict is not distinct from _before;
end $$;
