"""A passage's line says who speaks, and nobody but who spoke."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from knowledge.matches.block_entries import passage_excerpt
from knowledge.matches.models import Match, Source

NOW = datetime.now(UTC)
TITLE = "Said in a run that succeeded: Publish the npm package of the design system."
TALK = "## Publish the npm package of the design system.\n\n### The agent\nI'll run npm publish."


def passage(text: str, terms: list[str], *headings: str) -> Match:
    """A passage of a run's evidence, below its title and these headings."""
    source = Source(path="3-descriptions/learned/evidence/r-1.md", chunk=0, breadcrumb=[TITLE, *headings])
    return Match(
        id=UUID(int=1), learning=text, part="passage", kind="chunk", source=source, similarity=0.5, score=0.5,
        matched_terms=terms, frequency=1, tags=[], work_order_id=None, run_id=None, variant_of=None,
        created_at=NOW, last_seen_at=NOW,
    )  # fmt: skip


def test_a_runs_title_is_nobodys_words() -> None:
    """The product wrote it: the user said what stands below it."""
    assert passage_excerpt(passage(TALK, ["npm"]), 450).splitlines() == [
        "The user: Publish the npm package of the design system.",
        "The agent: I'll run npm publish.",
    ]


def test_who_speaks_is_told_once() -> None:
    """Also where the question has a word of the speaker's label."""
    assert passage_excerpt(passage(TALK, ["agent"]), 450) == "The agent: I'll run npm publish."


@pytest.mark.parametrize(
    ("terms", "beginning"), [(["publish", "npm"], TITLE), (["publish", "run"], "The agent"), ([], "The agent")]
)
def test_a_passage_that_is_found_by_its_runs_title_alone_tells_that(terms: list[str], beginning: str) -> None:
    """Nobody would see otherwise why it is told."""
    assert passage_excerpt(passage("I'll run it.", terms, "Go on.", "The agent"), 450).startswith(beginning)
