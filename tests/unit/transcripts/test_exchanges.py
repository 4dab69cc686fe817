"""Calls of a model's API: what was asked is the user's, what came back the agent's; what was sent on is said once."""

import json
from typing import Any

import pytest
from knowledge.transcripts import parse

ASKED = [{"role": "system", "content": "You are X."}, {"role": "user", "content": "Fix the test."}]
ANSWER = "I fixed it."
CHAT = {"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": ANSWER}}]}
RESPONSE = {
    "object": "response",
    "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": ANSWER}]}],
}
MESSAGE = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": ANSWER}]}


def spoken(log: Any) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in parse(log).turns if turn.speaker != "system"]


@pytest.mark.parametrize(
    "log",
    [
        {"request": {"model": "m", "messages": ASKED}, "response": CHAT},
        {"request": {"method": "POST", "body": {"messages": ASKED}}, "response": {"status": 200, "body": CHAT}},
        {"model": "m", "messages": ASKED, **CHAT},
        {"request": {"messages": ASKED[1:], "system": "You are X."}, "response": MESSAGE},
        {"request": {"model": "m", "input": "Fix the test."}, "response": RESPONSE},
        {"input": [{"role": "user", "content": [{"type": "input_text", "text": "Fix the test."}]}], **RESPONSE},
    ],
)
def test_a_call_is_read_with_its_answer(log: dict[str, Any]) -> None:
    """In whichever of the APIs' forms, beside what was asked or below it."""
    assert spoken(log) == [("user", "Fix the test."), ("agent", ANSWER)]


@pytest.mark.parametrize("answer", [CHAT, RESPONSE])
def test_an_answer_alone_is_the_agents(answer: dict[str, Any]) -> None:
    """Who asked is not told."""
    assert spoken(answer) == [("agent", ANSWER)]


def test_calls_that_send_on_what_was_said_are_one_conversation() -> None:
    """A line a call, as proxies write them: each repeats all before it."""
    further = [*ASKED, {"role": "assistant", "content": ANSWER}, {"role": "user", "content": "Thanks. The docs, too."}]
    calls = [{"request": {"messages": sent}, "response": CHAT} for sent in (ASKED, further)]
    assert spoken("\n".join(map(json.dumps, calls))) == [
        ("user", "Fix the test."), ("agent", ANSWER), ("user", "Thanks. The docs, too."), ("agent", ANSWER)
    ]  # fmt: skip


def test_calls_about_different_things_follow_each_other() -> None:
    """Nothing of the first is in the second."""
    other = [{"role": "user", "content": "Write the docs."}]
    calls = [{"messages": sent, **CHAT} for sent in (ASKED, other)]
    assert spoken(calls) == [
        ("user", "Fix the test."),
        ("agent", ANSWER),
        ("user", "Write the docs."),
        ("agent", ANSWER),
    ]
