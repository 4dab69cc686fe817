-- _say_otherwise: whether two learnings say otherwise of one thing: they differ in one distinction, and it is not what
-- they are about. A name of two words counts as one. What a learning is about stands before its verb: "AuthService
-- reads …", "tool A-red hangs …" are of two things. With "same" all their other words have to be the same, or all of
-- the other one's have to be in the one, with another mark beside them (_takes_up).
-- Without such a mark they say otherwise where one word alone differs, which more words precede than follow: what is
-- said of a thing stands behind it ("The default branch of kiosk is main").
-- Where the other one is "asked" for by name, with a word of the question that the one lacks, it stands where it is.
create or replace function knowledge._say_otherwise(
    one text, one_marks text[], one_terms integer[],
    other text, other_marks text[], other_terms integer[],
    same boolean,
    asked integer[] default null
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
    if same and _takes_up(one_marks, one_terms, other_marks, other_terms) then
        return not _is_asked(asked, one_terms, other_terms);
    end if;
    if one_marks = other_marks then
        if _lacks(other_terms, one_terms) > 2 then  -- which costs a hundredth of what follows
            return false;
        end if;
        _only := _only_difference(one, other);
        return (_only.denial or (_only.word and _only.before > _only.behind)) and not _is_asked(asked, one_terms, other_terms);
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
    return (not same or greatest(_lacks(one_terms, other_terms), _lacks(other_terms, one_terms)) <= _most)
        and not _is_asked(asked, one_terms, other_terms);
end $$;
