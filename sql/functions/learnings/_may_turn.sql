-- _may_turn: whether what one of two near texts has besides, one to three words, may turn what the other says:
-- "accepte", "n'accepte plus". In English a negation is told by its word (distinctions); in another language nothing
-- tells it from what says the same, nor does the vector: so both are kept.
create or replace function knowledge._may_turn(one text, other text)
returns boolean
language sql
immutable
as $$
    select abs(cardinality(_stems(one)) - cardinality(_stems(other))) between 1 and 3
        and not _is_english(one) and not _is_english(other)
$$;
