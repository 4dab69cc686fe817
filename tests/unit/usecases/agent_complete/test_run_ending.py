"""What came of a run, in passages of their own."""

from knowledge.extraction import prove
from knowledge.transcripts import Todo, Turn
from knowledge.usecases.agent_complete.run_ending import closing, todo_list

from tests.unit.extraction.logs import edited, ran, reply, run, user


def test_the_end_of_a_run_names_what_it_left() -> None:
    """How it ended, which files it changed and which checks passed; a run that did nothing has none."""
    made = run(edited("a.py", "x", "y"), ran("pytest -q", "5 passed"))
    ending = closing(made, prove(made))
    assert "it succeeded" in ending and "Files changed: `a.py`." in ending
    assert ending.endswith("Checks that passed when last run: `pytest -q`.")
    assert closing(run(), prove(run())) == ""


def test_what_the_user_said_last_is_told_where_nobody_answered() -> None:
    """That it does not work stands in no answer; thanks say nothing, nor does what was answered."""
    complaint = user("It still shows the wrong signs in the list of songs.")
    made = run(edited("a.py", "x", "y"), complaint)
    assert closing(made, prove(made)).endswith(
        "Nobody answered what the user said last: “It still shows the wrong signs in the list of songs.”."
    )
    for after in ([complaint, reply("I look.")], [user("Thanks!")]):
        made = run(edited("a.py", "x", "y"), *after)
        assert "Nobody answered" not in closing(made, prove(made))


def test_a_log_that_ends_before_the_answer_says_so() -> None:
    """Whether anything was changed for it, and that nobody saw what came of the last command."""
    complaint, look = user("It still shows the wrong signs in the list of songs."), ran("cat songs.md", "la")
    looked = run(edited("a.py", "x", "y"), complaint, look, Turn("agent", "Hm.", thought=True))
    assert closing(looked, prove(looked)).endswith("in the list of songs.”; since then no file was changed.")
    sent = run(complaint, edited("a.py", "x", "y"), Turn("agent", command="git push", tool="bash"))
    ending = closing(sent, prove(sent))
    assert ending.endswith("in the list of songs.”. What came of `git push`, with which the log ends, is not shown.")
    answered = run(complaint, look, reply("I look."))
    assert "ends before" not in closing(answered, prove(answered))


def test_a_run_that_only_looked_has_an_end_where_it_is_open() -> None:
    """It changed nothing and ran nothing, and nobody answered; a yes asks for nothing, and what came of it is open."""
    looked = run(user("Make the page a 15/10 with what we have."), ran("cat songs.md", "la"))
    assert closing(looked, prove(looked)).endswith("with what we have.”; since then no file was changed.")
    agreed = run(reply("I commit both."), user("Yes"), Turn("agent", command="git push", tool="bash"))
    assert closing(agreed, prove(agreed)).endswith("What came of `git push`, with which the log ends, is not shown.")


def test_thoughts_are_no_answer() -> None:
    """A log may break off within one."""
    made = run(ran("make", "ok"), user("It still shows the wrong signs."), Turn("agent", "Hm.", thought=True))
    assert "Nobody answered what the user said last" in closing(made, prove(made))


def test_a_complaint_that_nobody_took_up_is_told_whatever_was_answered() -> None:
    """An answer mends nothing."""
    complaint = user("Now every Swedish invoice crashes.")
    made = run(edited("a.py", "x", "y"), ran("pytest -q", "5 passed"), complaint, reply("How can I help?"))
    ending = closing(made, prove(made, lambda words, is_answered: True))
    assert ending.endswith("Nothing was done after the user's last words: “Now every Swedish invoice crashes.”.")


def test_checks_that_do_not_settle_it_are_not_told_as_none() -> None:
    """They passed after the last change, and the user's last order was not begun."""
    made = run(edited("a.py", "x", "y"), ran("pytest -q", "5 passed"), user("Now also export the empty orders."))
    ending = closing(made, prove(made, lambda words, is_answered: True))
    assert "checks passed on it as it was left" in ending and "no check" not in ending
    assert "Checks that passed when last run: `pytest -q`. Nobody answered" in ending


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
    assert "nobody verified it" in ending and ending.endswith(f"Checks that passed when last run: `{line}`.")
