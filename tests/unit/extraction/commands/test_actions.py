"""What the agent did, and whether it worked."""

import pytest
from knowledge.extraction.commands.actions import actions, created
from knowledge.transcripts.models import Turn


def turn(command: str, output: str = "", failed: bool | None = None) -> Turn:
    return Turn("agent", "", command=command, output=output, failed=failed)


def test_only_what_an_agent_ran_is_an_action() -> None:
    """Words are none, nor are a user's commands."""
    turns = [Turn("user", "make"), Turn("agent", "I will"), turn("make", failed=False)]
    assert [(action.place, action.line) for action in actions(turns)] == [(2, "make")]


def test_whether_it_worked_is_said_by_its_exit_code_or_its_output() -> None:
    """Where a pipe hides the code, by the output alone; where neither says, it is not known."""
    ran = [
        turn("make", failed=False),
        turn("make", failed=True),
        turn("pytest | tail", "1 failed, 2 passed", failed=False),
        turn("pytest", "3 passed"),
        turn("./deploy", "going on"),
        turn("go test ./a", "ok  a 0.01s [no tests to run]", failed=False),
    ]
    assert [action.worked for action in actions(ran)] == [True, False, False, True, None, None]


def test_an_error_is_that_of_what_failed() -> None:
    """The line that names it."""
    [failed] = actions([turn("python app.py", "Traceback (most recent call last):\nValueError: no port", failed=True)])
    assert failed.error == "ValueError: no port"


def test_what_only_looks_has_no_line() -> None:
    """Nor has what runs a file that the run itself wrote."""
    turns = [turn("cat a.py", failed=False), turn("echo 1 > try.py", failed=False), turn("python try.py", failed=False)]
    assert [action.line for action in actions(turns)][::2] == ["", ""]
    assert "try.py" in created(turns)


def test_what_a_person_stopped_neither_worked_nor_failed() -> None:
    """Nothing is known of it."""
    [action] = actions([Turn("agent", "", command="make", output="error: no", failed=True, stopped=True)])
    assert action.stopped and action.worked is None and not action.error


def test_what_writes_a_file_is_told_as_it_was_typed() -> None:
    """The line leaves it out as talk: what ran then would not be what is told."""
    [wrote, talked] = actions(
        [turn(r"printf '%s\n' 'x = 1' > conf.toml && make"), turn("echo start; make 2>&1 | tail")]
    )
    assert (wrote.line, wrote.shown) == ("make", r"printf '%s\n' 'x = 1' > conf.toml && make")
    assert talked.shown == "make"


@pytest.mark.parametrize(
    ("output", "exit_code"),
    [
        ("error: killed\nbash tool terminated command after exceeding timeout 4000 ms\n", None),
        ("Error: no answer yet\n\nCommand timed out after 120 seconds", None),
        ("Command timed out after 2m 0.0s\nError: no answer yet", 143),
        ("error: no answer yet\nThe command was cancelled because it took more than 25 seconds.", None),
        ("<warning>The last command timed out and has been killed.</warning>\nerror: x", 137),
        ("error: no answer yet", 124),
    ],
)
def test_what_a_limit_of_time_ended_has_not_failed(output: str, exit_code: int | None) -> None:
    """Nor has it worked."""
    [action] = actions([Turn("agent", "", "npm start", "bash", output, exit_code, failed=True)])
    assert action.was_cut and action.worked is None and not action.error


@pytest.mark.parametrize(
    ("output", "exit_code"),
    [
        ("Error: connection timed out", 1),
        ("subprocess.TimeoutExpired: Command '['make']' timed out after 5 seconds", None),
        ("Command timed out: redis\nerror: no redis", 1),
        ("error: JavaScript heap out of memory", 137),
        ("1 failed, 2 passed\nCommand timed out after 120 seconds", None),
    ],
)
def test_what_fails_by_itself_has_failed(output: str, exit_code: int | None) -> None:
    """For want of an answer, for the memory that it took, or before its end."""
    [action] = actions([Turn("agent", "", "npm start", "bash", output, exit_code, failed=True)])
    assert action.worked is False


def test_a_tool_that_shows_a_text_has_no_verdict() -> None:
    """The text may quote an error; what a tool runs fails as a command does."""
    manual = "Traceback (most recent call last)\ncommand not found"
    shown = Turn("agent", "", command="read_file manual", tool="read_file", output=manual)
    called = Turn("agent", "", command="run_tests cart", tool="run_tests", output="1 failed, 2 passed")
    assert [action.worked for action in actions([shown, called])] == [None, False]
