"""Whether a failure is the last that a log has of a check."""

import pytest
from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.final_failure import is_last_word, shows_failure
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import ran, reply, user

FAILED = ran("pytest tests", "1 failed, 9 passed", 1)


def last(*turns: Turn) -> bool:
    """Whether the first turn is the last word."""
    made = actions(turns)
    return is_last_word(made[0], made, turns)


def test_what_follows_may_tell_otherwise() -> None:
    """Another call of the program; what only looks, and words without a success, leave it standing."""
    assert last(FAILED, ran("git diff", "+x"), reply("I ran out of time."))
    assert not last(FAILED, ran("cd api && pytest -x", "", 1))
    assert not last(FAILED, user("Great, it works: fixed."))


@pytest.mark.parametrize(
    "claim", ["Done", "All fixed and working.", "I fixed the failing test.", "All tests pass now."]
)
def test_an_agents_word_of_success_does_not_outweigh_an_exit_code(claim: str) -> None:
    """Without one it may know better than the log: exports leave out what it ran."""
    assert last(FAILED, reply(claim))
    assert not last(ran("pytest tests", "1 failed, 9 passed", None), reply("All tests pass now."))


def test_an_agent_that_admits_the_failure_may_have_succeeded() -> None:
    """It is not its matter, as it says."""
    assert not last(FAILED, reply("The failing test is outdated. Everything else is done."))


@pytest.mark.parametrize(
    "output",
    [
        "src/App.tsx(27,23): error TS2345: Argument of type 'a'",
        "shop/cart.py:3: error: Incompatible return value",
        "src\\\\cart.c:10:5: fatal error: tax.h: No such file",
        "Cart.java:10: error: ';' expected",
        "  src/a.ts:3:7 - error TS2304: Cannot find name",
    ],
)
def test_an_error_with_its_place_tells_of_a_failure(output: str) -> None:
    """As compilers write it, which need no exit code for it."""
    assert shows_failure(output)
    assert not shows_failure(f"It was: {output}") and not shows_failure("error: a.ts is read")
