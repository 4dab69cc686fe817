-- keep_retrospective: keeps a retrospective, and makes its issues patterns, or cases of those that are there.
-- "issues" are what was read in it: issue_summary, distinctions, embedding, solutions and prevention_checklist each.
-- The same retrospective again gets the first answer. "extracted": an entry an issue, with its pattern and what became
-- of it.
create or replace function knowledge.keep_retrospective(
    tenant_id uuid,
    request_hash text,
    retrospective jsonb,
    issues jsonb,
    model text,
    threshold double precision
)
returns table (id uuid, extracted jsonb, repeated boolean)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _issue jsonb;
    _pattern text;
    _distinctions text[];
    _near record;
    _extracted jsonb := '[]';
begin
    perform _act_as(keep_retrospective.tenant_id);
    perform _lock_tenant(keep_retrospective.tenant_id);
    return query
        select r.id, r.answer, true from retrospectives as r
        where r.tenant_id = keep_retrospective.tenant_id and r.request_hash = keep_retrospective.request_hash;
    if found then
        return;
    end if;

    for _issue in select i.value from jsonb_array_elements(issues) as i loop
        _distinctions := array(select jsonb_array_elements_text(_issue -> 'distinctions'));
        select n.* into _near
        from _near_issue(
            keep_retrospective.tenant_id,
            _learning_hash(_issue ->> 'issue_summary', _distinctions), _distinctions,
            (_issue ->> 'embedding')::vector(384), keep_retrospective.model, threshold
        ) as n;
        _pattern := coalesce(_near.pattern_id, _new_issue(
            keep_retrospective.tenant_id, _issue, 'retrospective', (_issue ->> 'embedding')::vector(384),
            keep_retrospective.model
        ));
        perform _count_occurrence(
            keep_retrospective.tenant_id, _pattern,
            'retrospective:' || keep_retrospective.request_hash || ':' || _pattern,
            jsonb_build_object(
                'sd_id', _issue ->> 'sd_id', 'project', _issue ->> 'project',
                'occurred_at', retrospective ->> 'conducted_date'
            )
        );
        perform _advise_issue(
            keep_retrospective.tenant_id, _pattern,
            array(select jsonb_array_elements_text(_issue -> 'solutions')),
            array(select jsonb_array_elements_text(_issue -> 'prevention_checklist'))
        );
        _extracted := _extracted || jsonb_build_object(
            'pattern_id', _pattern, 'issue_summary', _issue ->> 'issue_summary',
            'outcome', case when _near.pattern_id is null then 'created' else 'reinforced' end,
            'solutions', _issue -> 'solutions', 'prevention_checklist', _issue -> 'prevention_checklist'
        );
    end loop;

    return query
        insert into retrospectives as r (
            tenant_id, request_hash, sd_id, title, learning_category, key_learnings, success_patterns, failure_patterns,
            quality_score, conducted_date, answer
        )
        values (
            keep_retrospective.tenant_id, keep_retrospective.request_hash, retrospective ->> 'sd_id',
            retrospective ->> 'title', retrospective ->> 'learning_category',
            array(select jsonb_array_elements_text(retrospective -> 'key_learnings')),
            array(select jsonb_array_elements_text(retrospective -> 'success_patterns')),
            array(select jsonb_array_elements_text(retrospective -> 'failure_patterns')),
            (retrospective ->> 'quality_score')::integer,
            coalesce((retrospective ->> 'conducted_date')::timestamptz, now()), _extracted
        )
        returning r.id, r.answer, false;
end $$;
