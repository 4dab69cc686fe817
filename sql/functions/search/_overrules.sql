-- _overrules: whether of two learnings about the same thing the one is right and the other is not.
-- Either it says so (superseded_by), or they are variants that differ in a single number, name or negation: then what
-- the user wrote overrules what was learned, and the later of two equals the earlier. Two of one batch are a list.
create or replace function knowledge._overrules(
    one knowledge.knowledge, other knowledge.knowledge, as_of timestamptz
)
returns boolean
language sql
stable
as $$
    select case
        when other.superseded_by = one.id then as_of is null or other.superseded_at <= as_of
        when one.superseded_by = other.id then false
        when one.variant_of = other.id or other.variant_of = one.id or one.variant_of = other.variant_of then
            (array_position('{learned,system,user}', one.authority), one.created_at)
            > (array_position('{learned,system,user}', other.authority), other.created_at)
            and (one.authority <> other.authority or one.created_at > other.created_at)
            and (select count(*) <= 1 from (
                select unnest(one.distinctions) except all select unnest(other.distinctions)) as n)
            and (select count(*) <= 1 from (
                select unnest(other.distinctions) except all select unnest(one.distinctions)) as n)
        else false
    end
$$;
