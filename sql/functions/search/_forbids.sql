-- _forbids: whether of two learnings one orders what the other forbids in the same words: "Never push to main; open a
-- pull request", "Always push to main". What stands behind a colon, a semicolon or "because" says why, or what else.
create or replace function knowledge._forbids(one text, other text)
returns boolean
language sql
immutable
as $$
    select d.before + d.behind > 2 and (
        (d.mine ~ '^(never|not|do not|don t)$' and d.others ~ '^(alway)?$')
        or (d.others ~ '^(never|not|do not|don t)$' and d.mine ~ '^(alway)?$')
    )
    from _only_difference(
        regexp_replace(one, '([;:.]\s|,? because\M).*', '', 'i'), regexp_replace(other, '([;:.]\s|,? because\M).*', '', 'i')
    ) as d
$$;
