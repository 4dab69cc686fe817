"""What of a talk nobody needs to keep."""

from dataclasses import replace

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


MATTER = [
    turn("Ann", ["The lease of the second shop ends in March.", "The landlord wants the keys back."]),
    turn("Cy", ["The ovens move to Mill Lane.", "Hallam does the wiring.", "The council wants a plan of the drains."]),
]
TALK = [
    turn("Ann", ["Morning everybody, lovely to see you!"]),
    *MATTER,
    turn("Bea", ["Agreed."], ["Ha, don't look at me."]),
    turn("Cy", ["Lovely, see you at 9."]),
]


def test_chatter_is_left_out_of_the_turns(embedder: OnnxEmbedder) -> None:
    """What binds stays, as agreement does, and so does what tells a value; parts stay where they are."""
    left = [[[]], *(one.parts for one in MATTER), [["Agreed."], []], [["Lovely, see you at 9."]]]
    assert kept(TALK, embedder) == left


def test_what_answers_a_question_stays(embedder: OnnxEmbedder) -> None:
    """However little it says; the same word behind a report is chatter."""
    asked = [*MATTER, turn("Ann", ["The van leaks oil.", "Who orders the tyres?"]), turn("Bea", ["Me, sure."])]
    report = [*MATTER, turn("Ann", ["The van leaks oil.", "The tyres are ordered."]), turn("Bea", ["Me, sure."])]
    assert (kept(asked, embedder)[-1], kept(report, embedder)[-1]) == ([["Me, sure."]], [[]])


def test_a_label_stays_with_what_it_labels(embedder: OnnxEmbedder) -> None:
    """As somebody comes to a subject; behind it the same speaker tells something."""
    talk = [*TALK, turn("Jess", ["Dray.", "Wes Hollins starts on the second of February."])]
    assert kept(talk, embedder)[-1] == [["Dray.", "Wes Hollins starts on the second of February."]]


def test_of_a_long_talk_the_rest_stays(embedder: OnnxEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read it takes time."""
    monkeypatch.setattr(chatter, "MAX_READ", 8)
    assert kept([*TALK, turn("Bea", ["Cheers all, bye bye!"])], embedder)[-1] == [["Cheers all, bye bye!"]]
    assert kept(TALK, embedder)[0] == [[]]


def test_a_talk_of_chatter_alone_stays(embedder: OnnxEmbedder) -> None:
    """Where most of a talk of some length sounds like it, the model may not know the language."""
    once = [
        turn("Eva", ["Moin zusammen!", "Na, alles klar?"]),
        turn("Ole", ["Jo, muss ja.", "Wie immer halt.", "Haha."]),
    ]
    assert kept(once * 2, embedder) == [one.parts for one in once * 2]


def test_chatter_of_a_short_talk_is_left_out(embedder: OnnxEmbedder) -> None:
    """Also where it begins with matter, and of a note, of which nobody is told who speaks."""
    matter = turn("Ann", ["The van leaks oil.", "The keys are at Maria's."])
    assert kept([turn("Ann", ["Morning everybody, lovely to see you!"]), matter], embedder)[0] == [[]]
    note = turn("", ["Hello everyone!", "The pump runs again.", "Have a lovely weekend!"])
    assert kept([note], embedder) == [[["The pump runs again."]]]


@pytest.mark.parametrize("telling", ["Thanks, Anna takes over.", "Grazie, il cliente ha pagato.", "all paid, thanks"])
def test_in_a_short_talk_a_clause_may_tell_something(embedder: OnnxEmbedder, telling: str) -> None:
    """However politely the sentence begins or ends."""
    assert kept([turn("", ["Hello everyone!", telling])], embedder) == [[[telling]]]


def test_what_is_about_a_thing_is_not_all_chatter(embedder: OnnxEmbedder) -> None:
    """Of a note that would be nothing; in languages that the model hardly knows all sounds like greetings."""
    assert kept([turn("", ["Gracias, el jefe firma hoy."])], embedder) == [[["Gracias, el jefe firma hoy."]]]
    assert kept([turn("", ["Thanks everyone, have a great weekend!"])], embedder) == [[[]]]


def test_what_is_quoted_stays(embedder: OnnxEmbedder) -> None:
    """An assistant that repeats what it was asked for may be the only one who says it whole."""
    quoting = 'Fine, I will write "chat and e-mail support in English and German".'
    talk = [*MATTER, turn("Assistant", [quoting, "Understood, thank you!"])]
    assert kept(talk, embedder)[-1] == [[quoting]]


def test_a_part_of_a_record_stays(embedder: OnnxEmbedder) -> None:
    """In a language that the model hardly knows it sounds like chatter."""
    record = ["Decisión: usamos latas.", "Consecuencia: pagamos más."]
    assert kept([turn("", record)], embedder) == [[record]]


def test_who_is_named_with_others_is_told(embedder: OnnxEmbedder) -> None:
    """However warm the welcome."""
    welcome = "Welcome to Zarlasht Ahmadi and Homayoun Rahimi of Kabul!"
    assert kept([turn("", ["Have a lovely weekend!", welcome, "The van leaks oil."])], embedder)[0][0][-2] == welcome


def test_who_says_what_they_do_is_told_behind_a_greeting(embedder: OnnxEmbedder) -> None:
    """Also in a talk of some length, where other greetings go whole."""
    greeting = "Hello everyone, I'm Dora Petrovic, I run the front desk at Hillside."
    assert kept([turn("", [greeting]), *TALK], embedder)[:2] == [[[greeting]], [[]]]


def test_a_sentence_is_read_as_it_was_said(embedder: OnnxEmbedder) -> None:
    """As a statement it has lost its exclamation mark, by which farewells are told."""
    spoken = replace(turn("", ["Danke und bis dann."]), originals={"Danke und bis dann.": "Danke und bis dann!"})
    assert kept([spoken], embedder) == [[[]]]
    assert kept([replace(spoken, originals={})], embedder) == [[["Danke und bis dann."]]]


def test_a_model_without_a_side_for_talk_leaves_all() -> None:
    """It cannot tell."""
    assert without_chatter(TALK, Words()) == TALK
