-- _bounds: the prepositions and conjunctions of time, place and condition, a closed class, that say in which case a
-- learning holds, up to where a reason begins. Since when it does is no case.
create or replace function knowledge._bounds(learning text)
returns setof text
language sql
immutable
as $$
    select lower(m.words[1])
    from regexp_matches(
        regexp_replace(_without_since_when(_bounds.learning), '([;:.]\s|,? because\M).*', '', 'i'),
        '\m(before|after|during|until|till|while|when|whenever|where|wherever|if|once|with|within|in|inside|out'
        || '|outside|on|off|at|from|to|into|above|below|over|under|between|through|against|beyond|behind)\M',
        'gi'
    ) as m (words)
$$;
