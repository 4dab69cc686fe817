"""A learning as the database takes it."""

from uuid import uuid4

import pytest
from knowledge.extraction import Candidate
from knowledge.learnings import ExplicitLearning, records
from knowledge.learnings.explicit import MAX_LEARNING

TEXT = "The staging database listens on port 6543."


def test_the_same_learning_is_known_again_whoever_says_it() -> None:
    """By its text, as long as may be stored, and what distinguishes it."""
    stated, proved = ExplicitLearning(learning=TEXT), Candidate(TEXT, "fact", basis="log")
    known = {"learning": TEXT, "distinctions": ["6543", "staging"]}
    assert records.identity(stated) == records.identity(proved) == known
    assert len(records.text(Candidate("x" * 2 * MAX_LEARNING, "fact"))) == MAX_LEARNING


def test_a_learning_rests_on_what_proves_it() -> None:
    """What its caller states rests on no log, so that none takes it back."""
    assert records.record(Candidate(TEXT, "fact", basis="ending"), None)["basis"] == "ending"
    assert "basis" not in records.record(ExplicitLearning(learning=TEXT), None)


@pytest.mark.parametrize("held", [None, "tells an agent to ignore instructions"])
def test_what_waits_for_a_person_supersedes_nothing(held: str | None) -> None:
    """Nobody has read it yet."""
    assert ("supersedes" in records.record(Candidate(TEXT, "fact", supersedes=uuid4()), held)) is (held is None)
