"""An event's content as it comes in."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from knowledge.usecases.record_event import Event
from knowledge.usecases.record_event.content.payload_text import as_text
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import MAX_CONTENT, MAX_DEPTH
from pydantic import ValidationError

PUSH = {"ref": "refs/heads/main", "commits": [{"id": "a" * 40, "message": "Add the export of invoices"}]}


def test_json_in_a_string_is_what_it_holds() -> None:
    """A webhook that is forwarded as text is read as the webhook."""
    event = Event(kind="code_change", event_id="e", content=json.dumps(PUSH))
    assert event.content == PUSH
    assert as_text(event.content).startswith("Add the export of invoices")


def test_what_is_decoded_can_be_stored() -> None:
    """As what comes decoded: without NUL and lone surrogates."""
    event = Event(kind="research", event_id="e", content='{"note": "a\\u0000b \\ud800"}')
    assert event.content == {"note": "a b ?"}


@pytest.mark.parametrize(
    "text",
    [
        "[x] the export is done",
        "{braces} are text",
        "[]",
        "[" * 100_000,
        *('{"a":' * n + "1" + "}" * n for n in (41, 900)),
    ],
)
def test_text_that_begins_with_a_bracket_stays_text(text: str) -> None:
    """What is no JSON, says nothing, or is nested beyond reading is the text that it was."""
    assert Event(kind="research", event_id="e", content=text).content == text


@pytest.mark.parametrize(
    "wrapped", [lambda text: [text], lambda text: {"a": [{text: 1}]}, lambda text: [5] * len(text)]
)
def test_json_has_the_limit_of_a_text(wrapped: Callable[[str], Any]) -> None:
    """A chat of 1.6 million characters, as a list, took 222 seconds; the function has 60."""
    assert Event(kind="conversation", event_id="e", content=wrapped("a" * (MAX_CONTENT - 10)))
    with pytest.raises(ValidationError, match="split it into events"):
        Event(kind="conversation", event_id="e", content=wrapped("a" * (MAX_CONTENT + 1)))


def test_json_is_nested_no_deeper_than_it_is_read() -> None:
    """What lay deeper fell away, and was told to be an e-mail."""
    deep: Any = "We decided to use Postgres 16."
    for _ in range(MAX_DEPTH):
        deep = {"a": deep}
    nested = Event(kind="research", event_id="e", content=deep)
    assert (cleaned(nested).emails, "Postgres 16" in cleaned(nested).text) == (0, True)
    with pytest.raises(ValidationError, match="send it flatter"):
        Event(kind="research", event_id="e", content={"a": deep})
