"""What of a talk nobody needs to keep."""

from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.statements.chatter import without_chatter

from tests.support.doubles import Words

TALK = [
    SpokenTurn("Ann", [["Morning all, the kettle is on.", "The lease of the second shop ends in March."]], [], ""),
    SpokenTurn("Bea", [["Agreed."], ["Ha, don't look at me."]], [], ""),
    SpokenTurn("Cy", [["Lovely, see you at 9."]], [], ""),
]


def test_chatter_is_left_out_of_the_turns(embedder: OnnxEmbedder) -> None:
    """What binds stays, as agreement does, and so does what tells a value; parts stay where they are."""
    kept = [turn.parts for turn in without_chatter(TALK, embedder)]
    assert kept == [[["The lease of the second shop ends in March."]], [["Agreed."], []], [["Lovely, see you at 9."]]]


def test_a_model_without_a_side_for_talk_leaves_all() -> None:
    """It cannot tell."""
    assert without_chatter(TALK, Words()) == TALK
