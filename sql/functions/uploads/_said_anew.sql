-- _said_anew: what is said of an upload once its file is sent again with "stated", null where nothing was said.
-- What was said of a file that is gone is not said of the next one.
create or replace function knowledge._said_anew(content_hash text, before text, stated text)
returns text
language sql
immutable
as $$
    select nullif(case when stated is null and content_hash is not null then before else stated end, '')
$$;
