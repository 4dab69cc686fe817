-- _only_difference: whether two texts in the same words differ in one place: in a word, in the order of all, or in a
-- denial. Not where they differ in more, or in forms of the same words alone. "mine" and "others" is what each has from
-- the first word that differs to the last, "before" and "behind" are how many words both have around it. In any
-- language: "due", "tre"; "ein", "kein". A denial is one where a word of one of them denies, with what goes along:
-- "nicht mehr", "n'est plus", and articles: "exige un", "n'exige pas de". "plus" alone denies nothing.
create or replace function knowledge._only_difference(
    one text, other text,
    out word boolean, out turned boolean, out denial boolean,
    out mine text, out others text, out before integer, out behind integer
)
language plpgsql
immutable
as $$
#variable_conflict use_variable
declare
    _denials constant text :=
        '\m(nicht|nie|niemals|kein\w{0,2}|no|non|não|niet|nooit|geen|n|ne|pas|jamais|nunca|jamás|inte|aldrig|ikke|nigdy|не|никогда)\M';
    _along constant text := '^(ein\w{0,2}|een|une?|du|des?|d|mehr|meer|plus|aucune?|mai|più|ya|más|já|mais|mer|längre|lenger|længere|już|больше)$';
    _one text[] := _stems(one);
    _other text[] := _stems(other);
    _fewer integer := least(cardinality(_one), cardinality(_other));
    _last integer;
begin
    before := 0;
    behind := 0;
    while before < _fewer and _one[before + 1] = _other[before + 1] loop
        before := before + 1;
    end loop;
    while behind < _fewer - before and _one[cardinality(_one) - behind] = _other[cardinality(_other) - behind] loop
        behind := behind + 1;
    end loop;
    _one := _one[before + 1:cardinality(_one) - behind];
    _other := _other[before + 1:cardinality(_other) - behind];
    _last := cardinality(_one);
    mine := array_to_string(_one, ' ');
    others := array_to_string(_other, ' ');
    word := _last = 1 and cardinality(_other) = 1 and before + behind > 0;
    turned := _last > 1 and _last = cardinality(_other);
    if turned then
        turned := array(select w from unnest(_one) as w order by 1) = array(select w from unnest(_other) as w order by 1);
    end if;
    denial := mine ~ _denials <> others ~ _denials;
    if denial then
        denial := array(select w from unnest(_one) as w where w !~ _denials and w !~ _along)
            = array(select w from unnest(_other) as w where w !~ _denials and w !~ _along);
    end if;
end $$;
