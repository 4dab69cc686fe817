-- _issue_score: the legacy ranking of Jaccard: 40 % similarity, 20 % recency, 30 % success and 10 % specificity.
-- Recency is a month's exponential decay of the days since the issue was last seen, specificity 1 / occurrences.
create or replace function knowledge._issue_score(
    similarity double precision, days double precision, success_rate double precision, occurrences integer
)
returns double precision
language sql
immutable
as $$
    select 0.4 * similarity + 0.2 * exp(-greatest(days, 0) / 30) + 0.3 * coalesce(success_rate, 0)
        + 0.1 / greatest(occurrences, 1)
$$;
