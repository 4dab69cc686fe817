"""What agents are told to write, and what is said back when nobody will find it."""

import pytest
from knowledge.learnings.instruction import INSTRUCTION, advice_on


def test_the_instruction_fits_any_prompt() -> None:
    """At most 150 words."""
    assert len(INSTRUCTION.split()) <= 150


@pytest.mark.parametrize(
    "learning",
    [
        "Be careful.",
        "It works now.",
        "Done.",
        "This was hard to find.",
        "Das läuft um drei Uhr auf Gateway 7.",
        "42",
        "3.11, 8090",
        "I learned a lot about the codebase.",
        "Ich habe viel über den Code gelernt.",
        "J'ai beaucoup appris sur le code.",
    ],
)
def test_a_vague_learning_is_said_back(learning: str) -> None:
    """Nothing to be found by, or nothing without what was said before."""
    assert advice_on(learning)


@pytest.mark.parametrize(
    "learning",
    [
        "Tests must be run with the flag.",
        "The config file was wrong.",
        "Use the option when the import is slow.",
        "The old endpoint answers more slowly than before.",
        "Vor dem Import muss die Variable gesetzt werden.",
        "Il faut lancer les tests avec l'option.",
    ],
)
def test_a_thing_that_has_a_name_is_asked_for_it(learning: str) -> None:
    """Which flag, file or option nobody else knows."""
    assert "which" in str(advice_on(learning))


@pytest.mark.parametrize(
    "learning",
    [
        "The config file of the relay needs a trailing newline.",
        "Set the variable MAIL_POOL before the import.",
        "Run the tests with the flag `--runInBand`.",
        "The setting for idle connections lies with the proxy.",
        "The script that fills the warehouse needs an hour.",
        "The endpoint is guarded by Keycloak.",
        "Die Variable `TZ` muss gesetzt sein.",
        "Never install with pip, we use uv.",
        "The billing service listens on port 8090.",
        "Use bin/test.",
        "This project builds with `make dist`.",
        "Die Preise werden in Franken angegeben.",
        "Das Backup läuft um drei Uhr.",
        "Das neue Backup läuft um drei Uhr.",
        "I/O errors of the importer are retried.",
        "I found that the importer needs `libpq`.",
    ],
)
def test_a_learning_that_stands_alone_is_not(learning: str) -> None:
    """It names what it is about."""
    assert advice_on(learning) is None


def test_a_user_may_speak_of_himself() -> None:
    """A rule is in the user's words."""
    words = "I learned a lot about the codebase."
    assert advice_on(words) and advice_on(words, is_users=True) is None


@pytest.mark.parametrize(
    "words",
    [
        "I want to approve each deployment myself.",
        "I need short tests in each package.",
        "Ich bevorzuge kurze Tests.",
        "Je préfère les tests courts.",
    ],
)
def test_what_somebody_wants_is_no_story_of_the_writer(words: str) -> None:
    """It may be a rule that was sent without its kind."""
    assert advice_on(words) is None
