-- _differ_in_case: whether two texts are the same but for letter case, and no name has another case in each: a flag, a
-- path or a `camelCase` would be another. A word in capitals alone is said loudly, or an abbreviation: "HTTP", "http".
create or replace function knowledge._differ_in_case(
    one text, other text, distinctions text[], others_distinctions text[]
)
returns boolean
language sql
immutable
as $$
    select lower(regexp_replace(btrim(one, E' .!\n\t'), '\s+', ' ', 'g'))
        = lower(regexp_replace(btrim(other, E' .!\n\t'), '\s+', ' ', 'g'))
        and array(select d from unnest(distinctions) as d where d !~ '^([[:upper:]]+|[[:lower:]]+)$')
        = array(select d from unnest(others_distinctions) as d where d !~ '^([[:upper:]]+|[[:lower:]]+)$')
$$;
