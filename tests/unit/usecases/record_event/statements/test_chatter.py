"""What of a talk nobody needs to keep."""

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.statements import chatter
from knowledge.usecases.record_event.statements.chatter import without_chatter

from tests.support.doubles import Words


def turn(speaker: str, *parts: list[str]) -> SpokenTurn:
    return SpokenTurn(speaker, [*parts], [], "")


def kept(turns: list[SpokenTurn], embedder: OnnxEmbedder) -> list[list[list[str]]]:
    return [[[*part] for part in one.parts] for one in without_chatter(turns, embedder)]


TALK = [
    turn("Ann", ["Morning all, the kettle is on.", "The lease of the second shop ends in March."]),
    turn("Bea", ["Agreed."], ["Ha, don't look at me."]),
    turn("Cy", ["Lovely, see you at 9."]),
]


def test_chatter_is_left_out_of_the_turns(embedder: OnnxEmbedder) -> None:
    """What binds stays, as agreement does, and so does what tells a value; parts stay where they are."""
    expected = [[["The lease of the second shop ends in March."]], [["Agreed."], []], [["Lovely, see you at 9."]]]
    assert kept(TALK, embedder) == expected


def test_what_answers_a_question_stays(embedder: OnnxEmbedder) -> None:
    """However little it says; the same word behind a report is chatter."""
    asked = [turn("Ann", ["Who orders the tyres for the van?"]), turn("Bea", ["Me, sure."])]
    report = [turn("Ann", ["The tyres for the van are ordered."]), turn("Bea", ["Me, sure."])]
    assert (kept(asked, embedder)[1], kept(report, embedder)[1]) == ([["Me, sure."]], [[]])


def test_a_label_stays_with_what_it_labels(embedder: OnnxEmbedder) -> None:
    """As somebody comes to a subject; behind it the same speaker tells something."""
    talk = [turn("Jess", ["Dray.", "Wes Hollins starts on the second of February."])]
    assert kept(talk, embedder) == [[["Dray.", "Wes Hollins starts on the second of February."]]]


def test_of_a_long_talk_the_rest_stays(embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read it takes time."""
    monkeypatch.setattr(chatter, "MAX_READ", 1)
    assert kept(TALK, embedder)[1:] == [turn.parts for turn in TALK[1:]]


def test_a_model_without_a_side_for_talk_leaves_all() -> None:
    """It cannot tell."""
    assert without_chatter(TALK, Words()) == TALK
