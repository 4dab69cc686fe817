"""What asks for nothing."""

import pytest
from knowledge.matches.small_talk import asks_nothing

from tests.support.doubles import Words


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks, continue",
        "thanks",
        "yes please",
        "sure, do it",
        "hi there",
        "ok danke, mach weiter",
        "sí, por favor",
    ],
)
def test_thanks_a_yes_and_an_order_to_go_on_ask_for_nothing(embedder, text):
    """Whatever is stored, in the languages that the model has learned."""
    assert asks_nothing(text, embedder)


@pytest.mark.parametrize(
    "text",
    ["deploy?", "redis port", "ok, now the tests", "what did Anna thank us for?", "who is on call?",
     "hello world endpoint", "gracias, ahora ejecuta los tests", "please fix the build", "resume the failed upload"],
)  # fmt: skip
def test_a_short_question_or_order_that_names_a_thing_asks(embedder, text):
    """Also behind thanks, and where its own words are those of thanks."""
    assert not asks_nothing(text, embedder)


@pytest.mark.parametrize("text", ["a", "R", "Go", "42", "May", "Jo", "vi", "todo", "thanks.md", "E077"])
def test_a_single_word_may_be_a_name(embedder, text):
    """A month, somebody's, a program's, a file's."""
    assert not asks_nothing(text, embedder)


def test_a_model_without_the_sides_takes_no_question_for_small_talk():
    """It tells chatter from nothing else."""
    assert not asks_nothing("ok thanks, continue", Words())
