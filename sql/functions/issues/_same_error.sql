-- _same_error: whether an error that was noted is the one at hand: of the same text, or as near without a difference in
-- a number, name or negation.
create or replace function knowledge._same_error(
    noted knowledge.run_errors,
    error_hash text,
    distinctions text[],
    embedding extensions.vector,
    model text,
    threshold double precision
)
returns boolean
language sql
immutable
as $$
    select noted.error_hash = _same_error.error_hash or (
        noted.distinctions = _same_error.distinctions and noted.model = _same_error.model
        and 1 - (noted.embedding <=> _same_error.embedding) >= threshold
    )
$$;
