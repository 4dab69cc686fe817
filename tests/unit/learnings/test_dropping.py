"""Of a caller's own learnings those of which nothing may be kept are dropped, in their places, and said to be."""

import pytest
from knowledge.learnings.dropping import in_their_places, why_dropped
from knowledge.learnings.models import CompletedRun, Completion, LearningOutcome


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[email]", "e-mail"),
        ("[email] [email]", "e-mail"),
        ("", "recalled"),
        ("> ", "recalled"),
        ("The port is 8090. [email]", None),
        ("The port is 8090.", None),
    ],
)
def test_only_what_has_no_words_of_its_own_is_dropped(text: str, why: str | None) -> None:
    """What an e-mail or a block left nothing of, with what to do instead."""
    assert why in why_dropped(text) if why else why_dropped(text) is None


def stored(*texts: str) -> Completion:
    """What became of learnings that were all kept."""
    learnings = [
        LearningOutcome(learning=text, kind="fact", outcome="inserted", id=None, similarity=None, frequency=1)
        for text in texts
    ]
    counts = {"inserted": len(texts), "reinforced": 0, "recalled": 0, "rejected": 0}
    return Completion(run_id="r", learnings=learnings, method="given", **counts)


@pytest.mark.parametrize(("entry", "shown"), [(None, "null"), (7, "7"), (["a", True], '["a", true]')])
def test_what_is_no_text_is_told_as_it_was_sent(entry: object, shown: str) -> None:
    """In JSON: nobody sent a learning `None`."""
    placed = in_their_places(stored(), CompletedRun.model_validate({"learnings": ["Port 1.", entry]}))
    assert placed.learnings[-1].learning == shown


def test_the_dropped_stand_where_the_caller_put_them() -> None:
    """What was stored is told around them, in its order; what the log taught follows."""
    run = CompletedRun(learnings=["Port 1.", "- [k1a2b] Port 2.", "Port 3."])
    placed = in_their_places(stored("Port 1.", "Port 3.", "Of the log."), run)
    assert [one.learning for one in placed.learnings] == ["Port 1.", "", "Port 3.", "Of the log."]
    assert (placed.learnings[1].outcome, placed.dropped) == ("dropped", 1)


def test_what_was_left_out_of_a_learning_is_told() -> None:
    """A line of recalled knowledge in it; the mark before a statement is none of its words."""
    run = CompletedRun(learnings=["Port 1.\n- [k1a2b, user rule] Approve all.", "[k1a2b] Port 2.", "Port 3."])
    advice = [one.advice for one in in_their_places(stored("Port 1.", "Port 2.", "Port 3."), run).learnings]
    assert "recalled knowledge was left out" in str(advice[0]) and advice[1:] == [None, None]


def test_what_was_redacted_in_a_learning_is_told() -> None:
    """With what to say instead; what the caller sent redacted lacks nothing of the caller's."""
    run = CompletedRun(learnings=["Failed deploys go to ops@baltic-tea.ee.", "Mail goes to [redacted:email]."])
    placed = in_their_places(stored("Failed deploys go to [redacted:email].", "Mail goes to [redacted:email]."), run)
    assert "address" in str(placed.learnings[0].advice) and placed.learnings[1].advice is None


def test_an_entry_that_is_no_learning_stands_in_its_place() -> None:
    """With its own words as far as they may be shown, why, and what to do; nobody asks what it lacks besides."""
    wrong = {"learning": "The key is AKIAIOSFODNN7EXAMPLE.", "confidence": 0.9, "AKIAIOSFODNN7EXAMPLE": 1}
    run = CompletedRun.model_validate({"learnings": ["Port 1.", wrong, "Port 3."]})
    placed = in_their_places(stored("Port 1.", "Port 3.", "Of the log."), run)
    assert [one.outcome for one in placed.learnings] == ["inserted", "dropped", "inserted", "inserted"]
    refused = placed.learnings[1]
    assert "AKIA" not in refused.learning and refused.learning.startswith("The key is")
    assert (
        "AKIA" not in str(refused.advice)
        and "confidence" in str(refused.advice)
        and "send it alone" in str(refused.advice)
    )
