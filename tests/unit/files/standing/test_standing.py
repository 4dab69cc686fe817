"""What an event makes of what the summaries say."""

from datetime import UTC, datetime

import pytest
from knowledge.chunks import reader
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
    made = news([NOW], standing, AT, embedder, named=named)
    assert made.new == [True]
    assert [each.line for each in made.superseded] == ([] if persons else [LINE])


@pytest.mark.parametrize("around", ["- {}", "- {} [[3-descriptions/gtm/pricing/conversations.md]]", "- Decision: {}"])
def test_of_a_line_that_is_gone_no_empty_bullet_stays(embedder, around):
    """Its day and its link alone say nothing."""
    line = around.format("The Pro plan costs CHF 65 per month. (2026-01-01)")
    standing = read_standing(SUMMARY, lambda _: f"Pricing | 1.0.0, 2026-01-01 |\n\n{line}\n")
    assert [each.left for each in news([NOW], standing, AT, embedder).superseded] == [""]


def test_an_empty_bullet_states_nothing():
    """Nor does a list that is written from rows: of runs, patterns, uploads."""
    text = "Pricing | 1.0.0, 2026-01-01 |\n\n- (2026-10-01)\n- (2026-10-01) [[a/b.md]]\n"
    assert read_standing(SUMMARY, lambda _: text) == []


@pytest.mark.parametrize("path", ["2-summaries/agent/learned-tasks.md", "2-summaries/user/uploads-general.md"])
def test_what_is_written_from_rows_is_never_struck_out(embedder, path):
    """A run's title says what was asked, not what is so; search leaves the same files out."""
    assert reader.is_searchable(SUMMARY) and not reader.is_searchable(path)
    assert read_standing(path, lambda _: f"Learned tasks | 1.0.0, 2026-01-01 |\n\n{LINE}\n") == []
