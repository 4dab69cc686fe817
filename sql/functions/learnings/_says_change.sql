-- _says_change: whether a learning says of itself that things are otherwise than before.
-- Which earlier learning it means is seen by what both are about.
create or replace function knowledge._says_change(learning text)
returns boolean
language sql
immutable
as $$
    select learning ~* '\m(no longer|not any ?more|any ?more|moved to|moved from|instead|replaced (by|with)|replaces|renamed|switched (to|from)|changed (to|from)|supersedes?|used to|now)\M'
$$;
