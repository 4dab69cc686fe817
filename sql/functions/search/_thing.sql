-- _thing: the first word of what a learning is about, where it begins with that: a noun or its attribute behind an
-- article, a verb's noun, or what stands before the verb. Null where it begins otherwise, as an order does.
create or replace function knowledge._thing(learning text)
returns text
language sql
immutable
as $$
    select coalesce(
        (regexp_match(learning, '^\W*(?:the|our|der|die|das|le|la|les|el|los|las|il|lo|gli) (\w+)', 'i'))[1],
        (regexp_match(
            learning, '^\W*(\w+ing|\w+(?= (\w+ )?(\w{2,}s|must|can|may|will|should|are|have|was|were)\M))\M', 'i'
        ))[1]
    )
$$;
