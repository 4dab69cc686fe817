-- _say_otherwise: whether two learnings say otherwise of one thing: they differ in one distinction, a name or a number
-- for another, or an opposite, and it is neither what they are about nor beside the name of another thing
-- (_names_beside). A name of two words counts as one. What a learning is about stands before its verb: "AuthService
-- reads …", "tool A-red hangs …" are of two things. What is done on Mondays may be done on Thursdays, too. With "same"
-- all their other words have to be the same (else only one may have further ones); or all of the other one's are in the
-- one, with another mark beside them (_takes_up), or the other way round, where the other one says that it changed.
-- What one forbids and the other orders is otherwise, whatever each says besides (_forbids); not what one denies in
-- another case (_denies_elsewhere), nor what is said of two things that are opposites (_are_of_opposites).
-- Without such a mark they do where the one place that differs is what something is: "The default branch of kiosk is
-- main". What it has, may or accepts it may have besides; so is a name with a common word in its place ("tests for the
-- API", "tests for the importer"). A number changes with its unit, the unit of a number alone, a range at both ends.
create or replace function knowledge._say_otherwise(
    one text, one_marks text[], one_terms integer[],
    other text, other_marks text[], other_terms integer[],
    same boolean
)
returns boolean
language plpgsql
immutable
as $$
#variable_conflict use_column
declare
    _opening constant text := '^\W*(as of|from|starting|beginning|effective|since|after|ab|seit|depuis|(à|a) partir|desde|dal?)\M';
    _one_since text := case when one ~* _opening then _since_when(one, other) else '' end;
    _other_since text := case when other ~* _opening then _since_when(other, one) else '' end;
    _since bigint := 0;  -- words of it that the rest and the other one lack
    _whole_one constant text := one;
    _whole_other constant text := other;
    _only record;
    _own text[];
    _others text[];
    _mark text;
    _other text;
    _more bigint;
    _others_more bigint;
begin
    -- Since when each holds is no part of what it says.
    if _one_since || _other_since <> '' then
        _since := _words_beside(_one_since, one, other);
        one := substr(one, length(_one_since) + 1);
        other := substr(other, length(_other_since) + 1);
        one_marks := _marks_without(one_marks, _one_since, one);
        other_marks := _marks_without(other_marks, _other_since, other);
    end if;
    _own := _own_marks(one_marks, other_marks);
    _others := _own_marks(other_marks, one_marks);
    _more := _lacks(other_terms, one_terms) - _since;
    _others_more := _lacks(one_terms, other_terms);
    -- Most pairs are about two things. Four words are the most that anything below allows, but for what the one takes up,
    -- forbids, or has by a mark of several words.
    if _more > 4 and _others_more > 1 and ('not' = any(one_marks)) = ('not' = any(other_marks)) and (
        greatest(cardinality(_own), cardinality(_others)) <> 1 or (same and coalesce(_own[1], '') ~ '^(\d+|[^\d ]+)?$')
    ) then
        return false;
    end if;
    if _denies_elsewhere(one, other, _own, _others) or _denies_elsewhere(other, one, _others, _own)
        or _are_of_opposites(one, other, _own || _others) then
        return false;
    end if;
    if same and (
        _takes_up(one_marks, one_terms, other_marks, other_terms)
        or (_takes_up(other_marks, other_terms, one_marks, one_terms) and _says_change(other))
    ) then
        return true;
    end if;
    if ('not' = any(one_marks)) <> ('not' = any(other_marks)) and _forbids(one, other) then
        return true;
    end if;
    if _more <= 4 then
        _only := _only_difference(one, other);
        if _only.before = 0 and one || other <> _without_since_when(one) || _without_since_when(other) then
            one := _without_since_when(one);
            other := _without_since_when(other);
            _only := _only_difference(one, other);
        end if;
        if _only.before > 0 and (
            (_only.mine ~ '^\d+ \w+$' and _only.others ~ '^\d+ \w+$')
            or (_is_range(_only.mine) and _is_range(_only.others))
            or (_is_span(_only.mine) and _is_span(_only.others) and (_stems(one))[_only.before] ~ '^\d')
        ) then
            return true;
        end if;
        if one_marks = other_marks or (
            _only.word and cardinality(_own || _others) = 1 and (_own || _others)[1] ~ '[[:upper:]]'
        ) then
            return _only.denial or (
                _only.before > _only.behind and (_only.word or _only.behind = 0)
                and _only.mine ~ '^\w+( \w+){0,2}$' and _only.others ~ '^\w+( \w+){0,2}$'
                and _tells_what_is(one, _only.before) and _tells_what_is(other, _only.before)
            );
        end if;
    end if;
    if greatest(cardinality(_own), cardinality(_others)) <> 1 then
        return false;
    end if;
    _mark := _own[1];
    _other := _others[1];
    if _turns(one, _mark) <> _turns(other, _other)
        or (strpos(one, _mark || 's') > 0 and strpos(other, _other || 's') > 0) then
        return false;
    end if;
    _more := _more - _words_of_mark(one, _mark, _other);
    _others_more := _others_more - _words_of_mark(other, _other, _mark)
        - _words_beside(_other_since, _whole_other, _whole_one);
    if (case when same then greatest(_more, _others_more) else least(_more, _others_more) end) > 0 then
        return false;
    end if;
    return not (_is_about(one, _mark) and _is_about(other, _other))
        and not (_names_beside(one, other, _mark) and _names_beside(other, one, _other));
end $$;
