"""What a reader finds becomes turns: results join their actions."""

from knowledge.transcripts import Transcript, Turn
from knowledge.transcripts.recorder import Recorder, moment

from tests.support.linear import is_linear


def turns_of(recorder: Recorder) -> list[tuple[str, str | None, str | None]]:
    return [(turn.text, turn.command, turn.output) for turn in recorder.transcript("x", 0).turns]


def test_results_without_an_id_come_in_the_order_of_their_actions() -> None:
    """Of several at once; an action that was never answered does not take the next one's."""
    recorder = Recorder()
    recorder.act("", "a")
    recorder.act("", "b")
    recorder.result("1")
    recorder.result("2")
    recorder.act("", "lost")
    recorder.say("user", "go on")
    recorder.act("", "c")
    recorder.result("3")
    assert turns_of(recorder) == [
        ("", "a", "1"),
        ("", "b", "2"),
        ("", "lost", None),
        ("go on", None, None),
        ("", "c", "3"),
    ]


def test_a_result_without_an_action_stands_alone() -> None:
    """And none is overwritten."""
    recorder = Recorder()
    recorder.result("0")
    recorder.act("", "a", "1")
    recorder.result("one", "1")
    recorder.result("two", "1")
    assert turns_of(recorder) == [("", None, "0"), ("", "a", "one"), ("", None, "two")]


def test_what_the_agent_says_before_an_action_introduces_it() -> None:
    """A thought and another's words do not."""
    recorder = Recorder()
    recorder.say("agent", "I look.")
    recorder.act("", "ls")
    recorder.say("agent", "Hm.", thought=True)
    recorder.act("", "pwd")
    assert turns_of(recorder) == [("I look.", "ls", None), ("Hm.", None, None), ("", "pwd", None)]


def test_a_project_is_the_last_name_of_its_path() -> None:
    """Not a person's home, nor where containers put whatever is worked on."""
    recorder = Recorder()
    for path in ("git@github.com:me/shop.git", "C:\\work\\Shop\\", "/home/me", "/workspace", None, "/a/b"):
        recorder.about(path)
    assert recorder.transcript("x", 0).projects == ("shop", "Shop", "b")


def test_a_time_is_read_in_any_of_the_usual_forms() -> None:
    """ISO 8601, seconds and milliseconds; whatever else is none."""
    assert moment("2026-01-02T03:04:05Z") == moment(1767323045) == moment(1767323045000)
    assert [moment(value) for value in ("soon", None, True, 1e30, {})] == [None] * 5


def test_exit_codes_decide_on_failure() -> None:
    """Where the log says nothing else of it."""
    recorder = Recorder()
    for code, failed in ((0, None), (2, None), (None, True), (None, None)):
        recorder.act("", "x")
        recorder.result("", exit_code=code, failed=failed)
    assert [turn.failed for turn in recorder.turns] == [False, True, True, None]


def test_a_command_that_ended_may_print_how_a_tool_refuses_or_begins_one() -> None:
    """Its exit code says that it ran; a refusal has none."""
    refused, about = (
        "The user doesn't want to proceed with this tool use. Handle it.",
        "Command running in background mode",
    )
    recorder = Recorder()
    recorder.act("", "cat notes.md", "a")
    recorder.result(refused, "a", exit_code=0)
    recorder.act("", "cat notes.md", "b")
    recorder.result(about, "b", exit_code=0)
    recorder.act("", "make", "c")
    recorder.result(refused, "c")
    turns = recorder.transcript("test", 0).turns
    assert [(turn.output, turn.stopped) for turn in turns] == [(refused, False), (about, False), (refused, True)]


def test_a_transcript_counts_its_turns_by_speaker() -> None:
    """For the answer that says what was taken."""
    assert Transcript("x", (Turn("user"), Turn("agent"), Turn("agent"))).speakers == {"user": 1, "agent": 2}


def test_a_folder_that_the_commands_left_names_no_project() -> None:
    """The session began there; a container's folder is of any project."""
    left, stayed, inside = Recorder(), Recorder(), Recorder()
    for recorder, folder in ((left, "~/Code/clock"), (stayed, "/testbed"), (inside, "/home/ann/shop/web")):
        recorder.about("/home/ann/shop")
        recorder.act("", f"cd {folder} && make")
    projects = [recorder.transcript("x", 0).projects for recorder in (left, stayed, inside)]
    assert projects == [(), ("shop",), ("shop",)]


def test_many_actions_that_wait_are_recorded_in_linear_time() -> None:
    """As an answer may hold thousands that nothing came of."""

    def record(text: str) -> None:
        recorder = Recorder()
        for command in text:
            recorder.act("", command)

    assert is_linear(record, "a", length=5_000)
