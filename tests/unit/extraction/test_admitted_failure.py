"""Runs that ended in a failure which their agent admits."""

import pytest
from knowledge.extraction.admitted_failure import ends_in_failure
from knowledge.extraction.commands.actions import actions

from tests.unit.extraction.logs import edited, proof, ran, reply, run, user

REFUSED = ran("python export.py", "export.ExportError: redirect_uri must be https", 1)


@pytest.mark.parametrize(
    "words",
    [
        "All attempts failed at the OAuth stage. I stop and await guidance.",
        "I could not export the empty orders: the server wants HTTPS.",
        "The export does not work because the server wants HTTPS redirect URIs.",
    ],
)
def test_a_run_whose_last_command_failed_and_whose_agent_admits_it_has_failed(words: str) -> None:
    """Also where it changed nothing, or only what nothing checks; where something passed since, nobody knows."""
    assert proof(REFUSED, reply(words)).outcome == "failed"
    assert proof(edited("export.py", "a = 1", "a = 2"), REFUSED, reply(words)).outcome == "failed"
    assert proof(REFUSED, ran("python export.py --http", "exported"), reply(words)).outcome == "unverified"
    assert proof(REFUSED, edited("export.py", "a = 1", "a = 2"), reply(words)).outcome == "unverified"
    assert proof(reply(words)).outcome == "unverified"


@pytest.mark.parametrize(
    "words",
    [
        "The export is fixed. I couldn't run it here.",
        "I cannot reach the server from here; the export of empty orders is written.",
        "The server wants HTTPS redirect URIs.",
    ],
)
def test_a_failed_command_alone_fails_no_run(words: str) -> None:
    """Nor one that the agent tells as something else than its task; nor where the user asked what fails."""
    assert proof(REFUSED, reply(words)).outcome == "unverified"
    asked = user("Find out why the export fails.")
    assert proof(asked, REFUSED, reply("The export failed as the server wants HTTPS.")).outcome == "unverified"


def test_what_a_check_says_is_left_to_it() -> None:
    """A run that changed nothing only looked."""
    looked = run(ran("pytest shop", "1 failed, 2 passed", 1), reply("All attempts failed."))
    assert not ends_in_failure(looked, actions(looked.turns))
