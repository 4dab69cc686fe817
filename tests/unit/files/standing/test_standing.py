"""What an event makes of what the summaries say."""

from datetime import UTC, datetime

import pytest
from knowledge.files import paths
from knowledge.files.standing import news, read_standing

AT = datetime(2026, 3, 12, tzinfo=UTC)
SUMMARY = paths.summary("gtm", "pricing")
LINE = "- The Pro plan costs CHF 65 per month. (2026-01-01)"
NOW = "The Pro plan is now CHF 79 per month."


@pytest.mark.parametrize("named", [(), ([LINE],)], ids=["compared", "named"])
@pytest.mark.parametrize("persons", [frozenset(), frozenset({LINE})], ids=["learned", "persons"])
def test_a_persons_line_is_superseded_by_no_statement(embedder, named, persons):
    """Neither by its words nor where a model names it; an agent's is. What is said stands beside it."""
    standing = read_standing(SUMMARY, lambda _: f"Pricing | 1.0.0, 2026-01-01 |\n\n{LINE}\n", lambda _: persons)
    told = news([NOW], standing, AT, embedder, named=named)
    assert told.new == [True]
    assert [each.line for each in told.superseded] == ([] if persons else [LINE])
