-- _reworded_before: the learning that said the same as a new one in its words until a person worded it otherwise; null
-- where there is none. Articles, endings, modal verbs and forms of "be" may differ, and a phrase may stand first that
-- stood last. A further word is said of something narrower. What a person corrected stays corrected until a person says
-- otherwise, however often runs repeat what it said.
create or replace function knowledge._reworded_before(tenant_id uuid, learning text)
returns uuid
language sql
stable
as $$
    with new as materialized (
        select
            array(select w from unnest(_stems(_reworded_before.learning)) as w where not _is_modal_verb(w) order by w) as words,
            length(_reworded_before.learning) as size
    )
    select a.subject
    from new as n
    cross join audit as a
    where a.tenant_id = _reworded_before.tenant_id and a.action = 'changed' and a.before ? 'learning'
        -- Most are no longer looked at then.
        and length(a.before ->> 'learning') between n.size - 12 and n.size + 12
        and array(
            select w from unnest(_stems(a.before ->> 'learning')) as w where not _is_modal_verb(w) order by w
        ) = n.words
        and _is_said_again(a.before ->> 'learning', _reworded_before.learning)
    order by a.at desc
    limit 1
$$;
