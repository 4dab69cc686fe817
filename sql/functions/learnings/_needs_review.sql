-- _needs_review: whether a person should look at a learning:
-- it is held, it is said to be a user's and nobody confirmed it, or it misled more often than it helped.
create or replace function knowledge._needs_review(learning knowledge.knowledge)
returns boolean
language sql
stable
as $$
    select learning.deleted_at is null and learning.withdrawn_at is null
        and (learning.held_at is not null or learning.reported or (learning.wrong > 0 and learning.wrong >= learning.useful))
$$;
