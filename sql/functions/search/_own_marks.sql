-- _own_marks: the numbers, names and negations that tell one learning from another, which has others in their place. Of
-- a name and the number in it ("https://api.partner.io/v1") the name alone. Where both have more than one, they are
-- about two things ("shard 100 is on host 7", "shard 101 is on host 8").
create or replace function knowledge._own_marks(one text[], other text[])
returns text[]
language plpgsql
immutable
as $$
declare
    _own text[] := _beyond(one, other);
begin
    if array_to_string(_own, '') !~ '\D.*\d' then  -- no name with a number in it
        return _own;
    end if;
    return _beyond(_own, array(
        select rtrim(n.number[1], '.,:%-') from unnest(_own) as o (mark)
        cross join lateral regexp_matches(o.mark, '\d[\w.,:%-]*', 'g') as n (number)
        where o.mark !~ '^\d'
    ));
end $$;
