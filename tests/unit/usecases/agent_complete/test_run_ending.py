"""What came of a run, in passages of their own."""

from knowledge.extraction import prove
from knowledge.transcripts import Todo, Turn
from knowledge.usecases.agent_complete.run_ending import closing, todo_list

from tests.unit.extraction.logs import edited, ran, run


def test_the_end_of_a_run_names_what_it_left() -> None:
    """How it ended, which files it changed and which checks passed; a run that did nothing has none."""
    made = run(edited("a.py", "x", "y"), ran("pytest -q", "5 passed"))
    ending = closing(made, prove(made))
    assert "it succeeded" in ending and "Files changed: `a.py`." in ending
    assert ending.endswith("Checks that passed when last run: `pytest -q`.")
    assert closing(run(), prove(run())) == ""


def test_a_list_of_things_to_do_is_told_by_state() -> None:
    """As the last call left it, what is still to do first."""
    todos = (Todo("Write the docs", "completed"), Todo("Deploy", "pending"))
    call = Turn("agent", command="TodoWrite", tool="TodoWrite", output="ok", todos=todos)
    assert todo_list(run(call), 200).endswith("Pending: Deploy. Completed: Write the docs.")
    assert todo_list(run(), 200) == ""


def test_a_new_file_makes_none_of_another_of_its_name() -> None:
    """`profile/+page.ts` is new, `login/+page.ts` was there."""
    made = run(edited("web/login/+page.ts", "a", "b"), edited("web/profile/+page.ts", "", "x"))
    ending = closing(made, prove(made))
    assert "Files changed: `web/login/+page.ts`." in ending and "New files: `web/profile/+page.ts`." in ending


def test_what_a_limit_of_time_ended_is_not_told_as_failed() -> None:
    """A server that was started anew came up, and its tool ended it; what failed by itself has failed."""
    crashed = ran("bun run start", "TypeError: logger.info is not a function", 1)
    served = ran(
        "bun run start",
        'listening\nerror: script "start" was terminated by signal SIGTERM\n\n<bash_metadata>\n'
        "bash tool terminated command after exceeding timeout 4000 ms\n</bash_metadata>",
        None,
    )
    repaired, broken = run(crashed, served), run(served, crashed)
    assert "Failed when last run" not in closing(repaired, prove(repaired))
    assert "Failed when last run: `bun run start`." in closing(broken, prove(broken))


def test_a_build_that_is_called_otherwise_is_a_check() -> None:
    """As Gradle's tasks are named, behind a variable whose value has a blank."""
    line = 'JAVA_HOME="/opt/Java Home" ./gradlew assembleDebug'
    built = run(
        edited("a.kt", "x", "y"), ran(f"{line} 2>&1 | tail -5", "> Task :app:assembleDebug\n\nBUILD SUCCESSFUL in 1s")
    )
    ending = closing(built, prove(built))
    assert "it succeeded" in ending and ending.endswith(f"Checks that passed when last run: `{line}`.")
