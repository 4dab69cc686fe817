"""What a learning says no more, in the passages of runs."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from knowledge.matches.models import Match, Retraction, Source
from knowledge.matches.retracted import without_retracted

RULE = "From now on we ship the Weber crates via Rotterdam, never via Hamburg."
HEADING = f"## {RULE}"
ANSWER = "### The agent\nThe label is the blue one."
BY = UUID(int=7)


def passage(text: str, by: UUID | None = None, words: str = RULE) -> Match:
    now = datetime.now(UTC)
    return Match(
        id=UUID(int=1),
        learning=text,
        part="passage",
        kind="chunk",
        similarity=0.5,
        score=1.0,
        tags=[],
        frequency=1,
        created_at=now,
        last_seen_at=now,
        run_id=None,
        work_order_id=None,
        variant_of=None,
        source=Source(path="3-descriptions/learned/evidence/a-1.md", chunk=0, heading=RULE, breadcrumb=["A", RULE]),
        retracted=[Retraction(words=words, by=by)],
    )


@pytest.mark.parametrize(
    "line", [HEADING, f"- The user: “{RULE}”", "We ship all Weber crates via Rotterdam, not via Hamburg."]
)
def test_a_line_that_says_it_is_left_out(line: str) -> None:
    """With the heading that has it; what else the passage says stays."""
    [match] = without_retracted([passage(f"{line}\n{ANSWER}")])
    assert match.learning == ANSWER
    assert match.source and match.source.heading is None and match.source.breadcrumb == ["A"]


@pytest.mark.parametrize("text", [HEADING, f"{HEADING}\n\n### The agent\n"])
def test_a_passage_of_nothing_else_is_left_out(text: str) -> None:
    """Headings alone tell nothing."""
    assert without_retracted([passage(text)]) == []


def test_a_passage_in_words_that_hold_no_more_is_marked() -> None:
    """It names what holds, and counts half; a passage without these words stays as it is."""
    former, other = without_retracted([passage(HEADING, BY), passage(ANSWER, BY)])
    assert (former.superseded_by, former.score) == (BY, 0.5)
    assert (other.superseded_by, other.score) == (None, 1.0)
