-- _takes_up: whether a learning has all the words of another but one, all its numbers, names and negations, and some
-- more of these: it names what it takes back ("Condor migrated from RabbitMQ to NATS for jobs"), or says the same and
-- more. Of another that has none there is nothing to be named; such a one can only be denied.
create or replace function knowledge._takes_up(
    one_marks text[], one_terms integer[], other_marks text[], other_terms integer[]
)
returns boolean
language sql
immutable
as $$
    select cardinality(other_terms) > 2
        and cardinality(one_terms) <= cardinality(other_terms) + 6
        and one_marks @> other_marks and one_marks <> other_marks
        and (other_marks <> '{}' or 'not' = any(one_marks))
        and _lacks(one_terms, other_terms) <= 1
$$;
