-- _own_marks: the numbers, names and negations that tell one learning from another, which has others in their place. Of
-- a name and the number in it ("https://api.partner.io/v1") the name alone. Where both have more than one, they are
-- about two things ("shard 100 is on host 7", "shard 101 is on host 8").
create or replace function knowledge._own_marks(one text[], other text[])
returns text[]
language sql
immutable
as $$
    with own as (
        select unnest(one) as mark
        except all
        select unnest(other)
    )
    select array(
        select o.mark from own as o
        except all
        select rtrim(n.number[1], '.,:%-') from own as o
        cross join lateral regexp_matches(o.mark, '\d[\w.,:%-]*', 'g') as n (number)
        where o.mark !~ '^\d'
    )
$$;
