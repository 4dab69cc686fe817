-- _score: cosine plus coverage of a row, less what all rows have in common; null where the row has no vector to
-- compare. "direction" is the question's vector less what is common (_centre): a row's cosine with it, times its length
-- ("norm"), is its cosine with the question less what is common. Without a direction there is no cosine; what has no
-- words yet has no coverage. The planner puts its body in its place, so that it costs no call.
create or replace function knowledge._score(
    embedding extensions.vector,
    kw extensions.sparsevec,
    direction extensions.vector,
    norm double precision,
    weights extensions.sparsevec,
    total double precision
)
returns double precision
language sql
immutable
as $$
    select case when _score.norm is null then 0 else (1 - (_score.embedding <=> _score.direction)) * _score.norm end
        + coalesce(-(_score.kw <#> _score.weights) / _score.total, 0)
$$;
