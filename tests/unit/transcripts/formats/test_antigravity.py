"""Antigravity's transcripts."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, lines, words_of


def step(kind: str, content: str, source: str = "MODEL", **further: object) -> dict[str, object]:
    return {"step_index": 1, "type": kind, "source": source, "content": content, **further}


def test_steps_are_who_they_are_of_and_results_follow_their_calls() -> None:
    """The user's words are in their element; messages of the system and checkpoints quote the user and are not."""
    log = lines(
        step("USER_INPUT", "<USER_REQUEST>\nfix it\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nnow\n</ADDITIONAL_METADATA>", "USER_EXPLICIT"),
        step("PLANNER_RESPONSE", "I run.", tool_calls=[
            {"name": "run_command", "args": {"CommandLine": '"make test"'}},
            {"name": "view_file", "args": {"AbsolutePath": '"/r/a.py"'}},
        ]),
        step("RUN_COMMAND", "Created At: x\nCompleted At: y\n\n\t\tThe command failed with exit code: 2\n\t\tOutput:\n\t\tno"),
        step("VIEW_FILE", "Created At: x\nUser: always"),
        step("SYSTEM_MESSAGE", "The following is not actually sent by the user", "SYSTEM"),
        step("CHECKPOINT", "# User Requests\n1. never", "SYSTEM"),
    ) + '\n{"step_index": 9, "ty'  # fmt: skip
    transcript = parse(log)
    assert words_of(log) == ["fix it"]
    assert commands(transcript) == [("make test", 2, True), ("view_file /r/a.py", None, None)]
    assert [turn.output for turn in transcript.turns if turn.command] == ["no", "User: always"]
    assert (transcript.format, transcript.broken, transcript.speakers["system"]) == ("antigravity", 1, 2)
