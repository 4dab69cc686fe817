-- _say_otherwise: whether two learnings say otherwise of one thing: they differ in one distinction, and it is not what
-- they are about. A name of two words counts as one. What a learning is about stands before its verb: "AuthService
-- reads …", "tool A-red hangs …" are of two things. With "same" all their other words have to be the same.
-- Without such a mark they say otherwise where one word alone differs, which more words precede than follow: what is
-- said of a thing stands behind it ("The default branch of kiosk is main").
create or replace function knowledge._say_otherwise(
    one text, one_marks text[], one_terms integer[], other text, other_marks text[], other_terms integer[], same boolean
)
returns boolean
language plpgsql
immutable
as $$
#variable_conflict use_column
declare
    _only record;
    _mark text;
    _other text;
    _most integer;
begin
    if one_marks = other_marks then
        if (select count(*) from (select unnest(one_terms) except select unnest(other_terms)) as n) > 2 then
            return false;  -- which costs a hundredth of what follows
        end if;
        _only := _only_difference(one, other);
        return _only.denial or (_only.word and _only.before > _only.behind);
    end if;
    if not _differ_in_one(one_marks, other_marks) then
        return false;
    end if;
    _mark := (select n from (select unnest(one_marks) except all select unnest(other_marks)) as m (n));
    _other := (select n from (select unnest(other_marks) except all select unnest(one_marks)) as m (n));
    if _is_about(one, _mark) and _is_about(other, _other) then
        return false;
    end if;
    _most := greatest(1, regexp_count(_mark, ' '), regexp_count(_other, ' '));  -- of "by anna berg" two words
    return not same or (
        (select count(*) from (select unnest(one_terms) except select unnest(other_terms)) as n) <= _most
        and (select count(*) from (select unnest(other_terms) except select unnest(one_terms)) as n) <= _most
    );
end $$;
