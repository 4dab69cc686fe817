"""What a log's exit codes tell of the commands that have none."""

import pytest
from knowledge.extraction.commands.exit_codes import with_successes

from tests.unit.extraction.logs import ran


def ends(*exit_codes: int | None) -> list[bool | None]:
    """Whether commands with these exit codes failed, as far as they tell together."""
    return [turn.failed for turn in with_successes([ran("make lint", "fine", code) for code in exit_codes])]


def test_a_tool_that_states_failures_alone_tells_of_successes_by_its_silence() -> None:
    """It states an exit code whenever a command fails."""
    assert ends(1, None, 2, None) == [True, False, True, False]


def test_silence_tells_nothing_where_successes_are_stated_or_a_single_failure() -> None:
    """What has no code may go on; one may be what the command printed."""
    assert ends(1, None, 0, 2) == [True, None, False, True]
    assert ends(1, None) == [True, None]
    printed = [ran('make; echo "exit: $?"', "exit: 1", 1)] * 3
    assert with_successes([*printed, ran("make lint", "fine", None)])[-1].failed is None


@pytest.mark.parametrize(
    "line",
    [" ELIFECYCLE  Command failed with exit code 1.", 'error: script "lint" exited with code 1', "exit status 1"],
)
def test_what_a_command_prints_of_its_end_is_not_the_tools(line: str) -> None:
    """A runner of tasks names the code of what it ran, also where the tool states none."""
    failed = [ran(f"pnpm {task}", f"no\n{line}", 1) for task in ("lint", "build")]
    assert with_successes([*failed, ran("make lint", "fine", None)])[-1].failed is None


@pytest.mark.parametrize("output", ["Exit code 1\nno", "no\n\nCommand exited with code 1", "<exited with exit code 1>"])
def test_a_tool_may_state_the_code_on_a_line_of_its_own(output: str) -> None:
    """As the first or the last one."""
    failed = [ran("make", output, 1)] * 2
    assert with_successes([*failed, ran("make lint", "fine", None)])[-1].failed is False


def test_what_says_that_it_failed_is_no_success() -> None:
    """Whatever the tool states elsewhere."""
    failed = [ran("make", "no rule", 2)] * 2
    assert with_successes([*failed, ran("pytest -q", "1 failed, 3 passed", None)])[-1].failed is None


def test_another_tool_and_what_shows_nothing_stay_open() -> None:
    """The one may state no codes, the other may still run."""
    failed = [ran("make", "no rule", 2)] * 2
    assert with_successes([*failed, ran("make lint", "", None)])[-1].failed is None
