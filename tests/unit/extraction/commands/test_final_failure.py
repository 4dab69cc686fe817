"""Whether a failure is the last that a log has of a check."""

from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.final_failure import is_last_word
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import ran, reply

FAILED = ran("pytest tests", "1 failed, 9 passed", 1)


def last(*turns: Turn) -> bool:
    """Whether the first turn is the last word."""
    made = actions(turns)
    return is_last_word(made[0], made, turns)


def test_what_follows_may_tell_otherwise() -> None:
    """Another call of the program; what only looks, and words without a success, leave it standing."""
    assert last(FAILED, ran("git diff", "+x"), reply("I ran out of time."))
    assert not last(FAILED, ran("cd api && pytest -x", "", 1))
    assert not last(FAILED, reply("All tests pass now."))
