"""What a run of several tasks did for its first one."""

from dataclasses import replace

import pytest
from knowledge.extraction import prove
from knowledge.extraction.first_task import standing_patch
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import edited, learned, ran, reply, run, user

EDIT, PASSED, MORE = edited("shop/a.py", "x = 1", "x = 2"), ran("pytest shop", "3 passed in 0.10s"), user("Now add tax")
FIRST = 'shop: For "Make the export of empty orders work", in `shop/a.py` `x = 1` became `x = 2`.'


@pytest.mark.parametrize(
    "second",
    [
        (edited("shop/tax.py", "rate = 1", "rate = 2"),),
        (edited("shop/a.py", "y = 5", "y = 6"), ran("pytest shop", "1 failed, 2 passed", 1)),
        (edited("shop/a.py", "x = 2", "x = 3"), edited("shop/a.py", "x = 3", "x = 2")),
        (ran("git commit -am export"), edited("shop/tax.py", "rate = 1", "rate = 2"), ran("git checkout .")),
        (),
    ],
)
def test_what_was_proven_before_more_was_asked_stays(second: tuple[Turn, ...]) -> None:
    """Whatever comes of the second task."""
    assert learned(EDIT, PASSED, reply("Done."), MORE, *second)[0] == FIRST


@pytest.mark.parametrize(
    "second",
    [
        (edited("shop/a.py", "x = 2", "x = 1"),),
        (edited("shop/a.py", "x = 2", "x = 3"),),
        (ran("git checkout ."),),
        (ran("git mv shop/a.py shop/b.py"),),
        (ran("rm shop/a.py"),),
    ],
)
def test_what_the_second_task_undoes_or_changes_is_not_told(second: tuple[Turn, ...]) -> None:
    """It stands no more."""
    assert FIRST not in learned(EDIT, PASSED, MORE, *second)


def test_what_nothing_proved_is_not_told() -> None:
    """No check, one that failed, one before the change; one that ran later on just that proves it."""
    tax, failed = edited("shop/tax.py", "rate = 1", "rate = 2"), ran("pytest shop", "1 failed, 2 passed", 1)
    for turns in ((EDIT, MORE, tax, PASSED), (EDIT, failed, MORE, tax), (PASSED, EDIT, MORE, tax)):
        assert FIRST not in learned(*turns)
    assert FIRST in learned(EDIT, user("Run the tests"), PASSED, tax)


def test_what_is_added_to_a_run_has_no_first_task() -> None:
    """That was set in an earlier part: its title is none of what is asked here, and its patch is not at hand."""
    for turns in ((EDIT, PASSED), (EDIT, PASSED, MORE)):
        later = replace(run(*turns), goes_on=True)
        assert [one for one in prove(later).learnings if one.learning.startswith("shop: For")] == []


def test_a_run_of_one_task_has_no_first() -> None:
    """Its patch is told as a whole."""
    assert standing_patch(run(EDIT, PASSED), []) == []
    assert learned(EDIT, PASSED).count(FIRST) == 1
