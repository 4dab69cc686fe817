-- _advise_issue: adds untried solutions and preventive measures to a pattern.
-- What it has already, also in other words, stays as it is.
create or replace function knowledge._advise_issue(tenant_id uuid, pattern_id text, solutions text[], prevention text[])
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
    _issue issue_patterns;
    _text text;
begin
    select * into _issue from issue_patterns as p
    where p.tenant_id = _advise_issue.tenant_id and p.pattern_id = _advise_issue.pattern_id
    for no key update;
    foreach _text in array solutions loop
        _issue.proven_solutions := _with_solution(_issue.proven_solutions, _text, null, null);
    end loop;
    foreach _text in array prevention loop
        if not exists (
            select from unnest(_issue.prevention_checklist) as c (item) where _same_solution(_text, c.item)
        ) then
            _issue.prevention_checklist := _issue.prevention_checklist || _text;
        end if;
    end loop;
    update issue_patterns as p
    set proven_solutions = _issue.proven_solutions, prevention_checklist = _issue.prevention_checklist
    where p.tenant_id = _issue.tenant_id and p.number = _issue.number;
    perform _index_issue(_issue.tenant_id, _issue.pattern_id);
end $$;
