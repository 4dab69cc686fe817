-- _short_id: what a prompt calls a learning, as good as its id among a few;
-- prompt_block.short_id makes the same of it.
create or replace function knowledge._short_id(id uuid)
returns text
language sql
immutable
as $$
    select 'k' || right(id::text, 4)
$$;
