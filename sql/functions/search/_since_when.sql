-- _since_when: the words with which a learning says since when it holds, before it says what: "As of November",
-- "Since the renovation", "After we hired Noor". Without a comma or a day they end where what the other learning begins
-- with begins, its first two words. '' where there are none. "As of age 18", "From 8 to 18" and "After the meal" say in
-- which case, not since when: behind "as of" and "from" stands a day, a month or a year, behind "after" what has
-- happened once. In English, German, French, Spanish, Italian and Portuguese.
create or replace function knowledge._since_when(learning text, other text)
returns text
language plpgsql
immutable
as $$
declare
    _dated constant text :=
        '^\W*((as of|from|starting|beginning|effective( from)?|since|ab|seit|depuis|à partir de|a partir d[ei]|desde|dal?)'
        || ' (\d{1,2}(st|nd|rd|th|\.)? (of |de )?)?((jan|ene|gen|f[eé][bv]|m[aä]r|a[bpv]r|ma[giy]|ju[nil]|lug|giu|aug|aoû|ago'
        || '|sep|set|o[ckt]t|ott|out|nov|de[cz]|dic)\w*( \d{4})?|\d{4}(-\d\d)*|(this|next|last) \w+)\M,? )';
    _event constant text := '^\W*(since|seit|after (.* )?(last \w+|(we|they|he|she|it|i) \w+ed|was|were|\d{4}))\M';
    _since text := (regexp_match(learning, _dated, 'i'))[1];
    _place integer;
    _opening text;
begin
    if _since is not null then
        return _since;
    end if;
    _place := strpos(lower(learning), lower((regexp_match(other, '\w+\W+\w+'))[1]));
    foreach _opening in array array[
        (regexp_match(learning, '^[^,;.:]+, '))[1], left(learning, greatest(0, _place - 1))
    ] loop
        if _opening ~* _event and _opening !~ '[;.:]|, .' then
            _since := greatest(_since, _opening);
        end if;
    end loop;
    return coalesce(_since, '');
end $$;
