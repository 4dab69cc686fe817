"""Which part of a run it is that is completed."""

from typing import Any

import pytest
from knowledge.errors import Invalid
from knowledge.learnings import CompletedRun, parts

LOG = [{"role": "user", "content": str(number)} for number in range(4)]


def run(log: Any, **fields: Any) -> CompletedRun:
    return CompletedRun.model_validate({"session_log": log, **fields})


def row(part: int, of: CompletedRun) -> dict[str, Any]:
    """The part as the database tells it."""
    turns, beginning = parts.beginning(of.transcript.turns)
    answer = {"log": {"known": of.transcript.known}}
    return {"part": part, "request_hash": of.digest, "turns": turns, "beginning": beginning, "answer": answer}


def test_a_longer_log_is_the_next_part_and_another_is_the_first() -> None:
    """Which is taken, so that the database refuses it."""
    known = [row(1, run(LOG[:2]))]
    assert parts.part_of(run(LOG), known) == 2
    assert parts.part_of(run(LOG[1:]), known) == 1
    assert parts.part_of(run(LOG), []) == 1


def test_the_last_turn_may_still_change() -> None:
    """What was said last may turn out to introduce an action."""
    spoken = [*LOG[:1], {"role": "assistant", "content": "I look."}]
    acted = [
        LOG[0],
        {"role": "assistant", "content": "I look.", "tool_calls": [{"function": {"name": "ls", "arguments": "{}"}}]},
    ]
    assert parts.part_of(run(acted), [row(1, run(spoken))]) == 2


def test_a_repeated_part_keeps_its_number() -> None:
    """Whatever was completed since."""
    known = [row(1, run(LOG[:2])), row(2, run(LOG))]
    assert parts.part_of(run(LOG[:2]), known) == 1 and parts.is_repeated(run(LOG[:2]), known)
    assert not parts.is_repeated(run(LOG[:3]), known)


def test_a_part_that_is_named_follows_the_last() -> None:
    """One that is named too early is refused."""
    known = [row(1, run(LOG[:2]))]
    assert parts.part_of(run(LOG[2:], part=2), known) == 2
    with pytest.raises(Invalid, match="part 2"):
        parts.part_of(run(LOG[2:], part=3), known)


def test_a_part_in_the_words_of_an_earlier_one_is_another() -> None:
    """The number counts that the caller gives; sent again under its own it is repeated."""
    sent = run("User: continue\nAssistant: ok\n", part=2)
    known = [row(1, run(LOG[:2])), row(2, sent)]
    again, later = (run("User: continue\nAssistant: ok\n", part=part) for part in (3, 4))
    assert parts.part_of(again, known) == 3 and not parts.is_repeated(again, known)
    assert parts.part_of(sent, known) == 2 and parts.is_repeated(sent, known)
    with pytest.raises(Invalid, match="part 3"):
        parts.part_of(later, known)
    assert parts.part_of(run(LOG[:2], part=1), known) == 1 and parts.is_repeated(run(LOG[:2], part=1), known)


def test_the_first_log_that_is_recognised_goes_on() -> None:
    """A beginning may show no format yet; what stands behind a log that is recognised begins as that did."""
    begun, recognised = run("User: Fix it."), run("User: Fix it.\nAssistant: I look.\nUser: Thanks.")
    assert not begun.transcript.known and recognised.transcript.known
    assert parts.part_of(recognised, [row(1, begun)]) == 2
    assert parts.part_of(run(LOG), [row(1, begun), row(2, recognised)]) == 1
    given = {"part": 1, "request_hash": "", "turns": 0, "beginning": None, "answer": {"log": None}}
    assert parts.part_of(recognised, [given]) == 1


def test_logs_of_no_known_form_are_told_by_what_they_hold() -> None:
    """Two of them are not each other's beginning."""
    assert parts.part_of(run("one text"), [row(1, run("another"))]) == 1
