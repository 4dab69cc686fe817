-- _is_said_again: whether one of two near texts says the other's again, perhaps less strictly ("may" for "must"): no
-- other word for one, no other order and no denial parts them. What a person deleted or corrected is known by it.
create or replace function knowledge._is_said_again(one text, other text)
returns boolean
language sql
immutable
as $$
    select not _may_turn(one, other)
        and not (d.word and not (_is_modal_verb(d.mine) and _is_modal_verb(d.others)) or d.turned or d.denial)
    from _only_difference(one, other) as d
$$;
