"""The messages of a chat are read from what programs export, by how its lines begin."""

import pytest
from knowledge.usecases.record_event.content.chats import ChatMessage, messages

TALK = [("Ann", "we open at nine"), ("Bob", "late. Prices: 5"), ("Ann", "fine then")]
SHAPES = {
    "time in brackets": "[09:0{n}] {name}: {words}",
    "day and time": "[12.03.24, 14:05:3{n}] {name}: {words}",
    "dash": "12/03/2024, 2:0{n} PM - {name}: {words}",
    "irc": "10:0{n} <@{name}> {words}",
    "name above": "{name}  10:0{n} AM\n{words}",
    "stamp above": "[8:3{n} AM] {name}\n{words}\n",
    "name and comma above": "{name}, 09:1{n}\n{words}",
    "word before the time": "{name} — Today at 10:0{n}\n{words}",
    "time behind the name": "{name} (10:0{n}): {words}",
    "columns": "10:0{n}\t{name}\t{words}",
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_recurring_beginning_begins_a_message(shape: str) -> None:
    """A time with a name, before or above what is said."""
    text = "\n".join(shape.format(n=at, name=name, words=words) for at, (name, words) in enumerate(TALK))
    assert messages(text) == [ChatMessage(*message) for message in TALK]


def test_small_names_and_roles_are_names() -> None:
    """Written as people's are, without what stands behind them."""
    chat = messages("ann: we open\nsabine (till): late\nann: fine\nsabine (till): ok")
    assert {message.speaker for message in chat} == {"Ann", "Sabine"}


def test_days_and_who_came_are_nothing() -> None:
    """Lines between messages; one that somebody writes stays."""
    text = "[09:02] Ann: a\n--- Tuesday, 3 March ---\n[09:03] Bob joined\n[09:04] Bob: b\n8 December\n\n[09:05] Ann: c"
    assert [message.words for message in messages(text)] == ["a", "b\n\n8 December", "c"]


def test_prose_is_no_chat() -> None:
    """Times in sentences begin no message, nor do names without times."""
    assert not messages("We open at 10:05.\nThe bus goes at 12:10.\nThe bus comes at 13:10.")
    assert not messages("Ann: hi\nBob: we close at 10:05 now\nAnn: ok")
