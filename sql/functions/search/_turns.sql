-- _turns: whether a mark of a learning is an opposite or a negation ("disable", "not"), and no name or number.
-- A name in lower case is one that stands in backticks.
create or replace function knowledge._turns(learning text, mark text)
returns boolean
language sql
immutable
as $$
    select mark ~ '^[[:lower:]]+$' and strpos(learning, '`' || mark || '`') = 0
$$;
