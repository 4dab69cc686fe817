"""What a caller states that was learned, entry by entry."""

from typing import Any

import pytest
from knowledge.learnings import CompletedRun
from knowledge.schemas import RefusedEntry
from pydantic import ValidationError

GOOD = "The staging database listens on port 6543."


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("", "learning: "),
        ("---", "it has no words"),
        ("a" * 2001, "learning: String should have at most 2000 characters"),
        (None, "an object"),
        (7, "an object"),
        ({"learning": "a", "confidence": 0.9}, "confidence: "),
        ({"learning": "a", "supersedes": "the old port"}, "supersedes: send the learning's id"),
        ({"learning": "a", "tags": "ops"}, "tags: Input should be a list"),
    ],
)
def test_an_entry_that_is_no_learning_is_refused_by_itself(entry: Any, why: str) -> None:
    """Each says what is wrong with it; the learnings beside it are taken."""
    run = CompletedRun.model_validate({"learnings": [GOOD, entry]})
    [refused] = [one for one in run.learnings if isinstance(one, RefusedEntry)]
    assert why in refused.why and [one.learning for one in run.explicit] == [GOOD]


def test_a_run_is_another_where_what_is_refused_differs() -> None:
    """So that the same one again gets its answer, whatever the reasons are worded like, and another one does not."""
    [one, again, other] = [CompletedRun.model_validate({"learnings": [GOOD, bad]}) for bad in ("", "", None)]
    assert one.digest == again.digest != other.digest


def test_null_is_none() -> None:
    """`"learnings": null` beside a log states no learning."""
    assert CompletedRun.model_validate({"session_log": "It broke.", "learnings": None}).learnings == ()


@pytest.mark.parametrize("wrong", [{"learnings": "one"}, {"learnings": [GOOD] * 101}, {"learning": GOOD}])
def test_what_is_wrong_with_the_whole_is_refused(wrong: dict[str, Any]) -> None:
    """No list, more than a run may state, or a field that nobody knows."""
    with pytest.raises(ValidationError):
        CompletedRun.model_validate({"session_log": "It broke.", **wrong})
