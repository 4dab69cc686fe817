"""Which tests a check ran: whether what failed in one passed in another."""

import re
from collections.abc import Sequence
from itertools import pairwise

from knowledge.extraction.commands import called, programs, results
from knowledge.extraction.commands.actions import Action

_PICKS = re.compile(r"-k|-run|--grep|--testNamePattern|-Dtest=.*")
# What may be the name of a test, or a mark: no option, path or usual folder, nor what leaves others out: `not slow`.
_NAME = re.compile(r"(?!not\b|(?:tests?|specs?)$)[A-Za-z_][^/.]*")
_LEFT_OUT = re.compile(r"\b[1-9]\d* (?:filtered out|deselected)\b")
_LEAVES_OUT = re.compile(r"--?(?:deselect|ignore|exclude|skip)\b")


def is_open(failed: Action, checks: Sequence[Action]) -> bool:
    """Whether it failed, and none of these checks passed later that ran the tests that failed."""
    return not failed.worked and not any(
        check.worked and check.place > failed.place and _covers(check, failed) for check in checks
    )


def _covers(passed: Action, failed: Action) -> bool:
    """Whether it names the tests that failed, or ran as many; where none are counted, whether it is for the same, and
    not for single tests of it."""
    ran, tests = results.tests(passed.output), results.tests(failed.output)
    if ran is None or tests is None:
        return _is_alike(passed, failed) and (not names_tests(passed) or _names(passed, failed, leaves_out=False))
    is_whole = ran.passed >= tests.passed + tests.failed
    return is_whole or _names(passed, failed, leaves_out=ran.skipped > tests.skipped)


def _names(passed: Action, failed: Action, *, leaves_out: bool) -> bool:
    """Whether it was aimed at all tests that failed, or at their files and left none out."""
    names, targets = results.failing_tests(failed.output), _targets(passed)
    return bool(names) and all(
        name in targets or (not leaves_out and any(map(name.startswith, targets))) for name in names
    )


def _is_alike(passed: Action, failed: Action) -> bool:
    shared = programs.job(passed.words) & programs.job(failed.words)
    return bool(shared) or called.program(passed.words) == called.program(failed.words)


def names_tests(check: Action) -> bool:
    """Whether it ran single tests, by their names: others of the same files may fail. Those that it leaves out are no
    part of the check."""
    options = pairwise([*check.words, ""])
    return any("::" in word or (_PICKS.fullmatch(word) and not value.startswith("not ")) for word, value in options)


def is_selection(check: Action) -> bool:
    """Whether its words pick some tests: by their names, or by a word where the runner says that it left others out;
    those that the project's settings leave out are no part of the check."""
    has_left_out = bool(_LEFT_OUT.search(check.output))
    return names_tests(check) or (has_left_out and any(map(_NAME.fullmatch, called.arguments(check.words))))


def is_wider(cut: Action, checks: Sequence[Action]) -> bool:
    """Whether it did not end, and none of these checks passed later that was aimed at no less."""
    later = [check for check in checks if check.worked and check.place > cut.place and _is_alike(check, cut)]
    return not any({*_targets(check)} <= {*_targets(cut)} and not names_tests(check) for check in later)


def _targets(check: Action) -> list[str]:
    """The words that say what it ran, and not what it left out."""
    words = ((word, option) for option, word in pairwise(check.words))
    return [word for word, option in words if not word.startswith("-") and not _LEAVES_OUT.match(option)]
