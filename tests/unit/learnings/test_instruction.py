"""What agents are told to write, and what is said back when nobody will find it."""

import pytest
from knowledge.learnings.instruction import INSTRUCTION, advice_on


def test_the_instruction_fits_any_prompt() -> None:
    """At most 150 words."""
    assert len(INSTRUCTION.split()) <= 150


@pytest.mark.parametrize(
    "learning",
    ["Be careful.", "It works now.", "Done.", "This was hard to find.", "Das läuft um drei Uhr auf Gateway 7."],
)
def test_a_vague_learning_is_said_back(learning: str) -> None:
    """Nothing to be found by, or nothing without what was said before."""
    assert advice_on(learning)


@pytest.mark.parametrize(
    "learning",
    [
        "Never install with pip, we use uv.",
        "The billing service listens on port 8090.",
        "Use bin/test.",
        "This project builds with `make dist`.",
        "Die Preise werden in Franken angegeben.",
        "Das Backup läuft um drei Uhr.",
        "Das neue Backup läuft um drei Uhr.",
    ],
)
def test_a_learning_that_stands_alone_is_not(learning: str) -> None:
    """It names what it is about."""
    assert advice_on(learning) is None
