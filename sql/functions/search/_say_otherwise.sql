-- _say_otherwise: whether two learnings say otherwise of one thing: they differ in one distinction, and it is not what
-- they are about. A name of two words counts as one. What a learning is about stands before its verb: "AuthService
-- reads …", "tool A-red hangs …" are of two things. With "same" all their other words have to be the same.
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
    _mark text;
    _other text;
    _most integer;
begin
    if not _differ_in_one(one_marks, other_marks) then
        return false;
    end if;
    _mark := (select n from (select unnest(one_marks) except all select unnest(other_marks)) as m (n));
    _other := (select n from (select unnest(other_marks) except all select unnest(one_marks)) as m (n));
    if _is_about(one, _mark) and _is_about(other, _other) then
        return false;
    end if;
    _most := greatest(1, regexp_count(_mark, ' '), regexp_count(_other, ' '));  -- of "by anna berg" two words
    return not exists (
        select from unnest(other_terms) as t (term) where t.term = any(asked) and t.term <> all(one_terms)
    ) and (not same or (
        (select count(*) from (select unnest(one_terms) except select unnest(other_terms)) as n) <= _most
        and (select count(*) from (select unnest(other_terms) except select unnest(one_terms)) as n) <= _most
    ));
end $$;
