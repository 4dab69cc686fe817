"""Codex CLI's sessions."""

import json

import pytest
from knowledge.transcripts import Edit, parse

from tests.support.transcripts import commands, lines, spoken, words_of


def item(**payload: object) -> dict[str, object]:
    return {"type": "response_item", "timestamp": "2026-01-02T03:04:05Z", "payload": payload}


def event(**payload: object) -> dict[str, object]:
    return {"type": "event_msg", "payload": payload}


def message(role: str, text: str) -> dict[str, object]:
    return item(type="message", role=role, content=[{"type": "input_text", "text": text}])


def test_only_what_was_typed_is_the_users() -> None:
    """Project files and the environment are messages of the role `user` as well; the same text comes as an event. A
    file's text is nobody's."""
    log = lines(
        message("user", "# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nNever push.\n</INSTRUCTIONS>"),
        message("user", "<environment_context>\n<cwd>/repo</cwd>\n</environment_context>"),
        message("user", "fix it"),
        event(
            type="user_message",
            message="# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nfix it",
        ),
        event(type="agent_message", message="I look."),
        message("assistant", "I look."),
    )
    assert spoken(log) == [
        ("system", "Contents of AGENTS.md:\n\nNever push."), ("user", "fix it"), ("agent", "I look."),
    ]  # fmt: skip


def test_without_events_project_files_are_not_the_users_either() -> None:
    """Older sessions have items alone."""
    log = lines(
        message("user", "# AGENTS.md instructions for /r\nAlways."), message("user", "go"), message("assistant", "ok")
    )
    assert words_of(log) == ["go"]


def test_outputs_lose_their_frame_and_keep_exit_codes() -> None:
    """Each of the three forms, an error of the sandbox, and the code of an event where the output has none."""
    calls = [
        item(type="function_call", name="shell", call_id=name, arguments=json.dumps({"command": ["bash", "-lc", name]}))
        for name in "abcde"
    ]
    log = lines(
        {
            "type": "session_meta",
            "payload": {"cwd": "C:\\repos\\Shop", "git": {"repository_url": "git@github.com:me/shop.git"}},
        },
        *calls,
        item(
            type="function_call_output",
            call_id="a",
            output="Exit code: 1\nWall time: 0.3 seconds\nOutput:\nno such file",
        ),
        item(type="function_call_output", call_id="b", output="Chunk ID: 1\nProcess exited with code 0\nOutput:\nfine"),
        item(type="function_call_output", call_id="c", output='{"output": "done", "metadata": {"exit_code": 3}}'),
        item(type="function_call_output", call_id="d", output="execution error: sandbox"),
        event(type="exec_command_end", call_id="e", exit_code=7),
        item(type="function_call_output", call_id="e", output="Process running with session ID 1\nOutput:\nlater"),
    )
    transcript = parse(log)
    assert commands(transcript) == [("a", 1, True), ("b", 0, False), ("c", 3, True), ("d", None, True), ("e", 7, True)]
    assert [turn.output for turn in transcript.turns] == [
        "no such file",
        "fine",
        "done",
        "execution error: sandbox",
        "later",
    ]
    assert transcript.projects == ("shop", "Shop")


def test_a_patch_is_its_edits() -> None:
    """One a hunk: what stands there and what replaces it."""
    patch = (
        "*** Begin Patch\n*** Update File: a.py\n@@ def f():\n keep\n-old\n+new\n"
        "*** Add File: b.py\n+first\n*** End Patch"
    )
    [turn] = parse(lines(item(type="custom_tool_call", name="apply_patch", call_id="1", input=patch))).turns
    assert turn.edits == (Edit("a.py", "keep\nold", "keep\nnew"), Edit("b.py", "", "first"))
    assert turn.command == "apply_patch"


@pytest.mark.parametrize("form", [["apply_patch", "{}"], ["bash", "-lc", "cd /r && apply_patch <<'EOF'\n{}\nEOF"]])
def test_a_patch_by_the_shell_is_a_call_of_its_own(form: list[str]) -> None:
    """As Codex logged it for most of 2025: an edit, and no command that one would type again."""
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** End Patch"
    typed = json.dumps({"command": [part.format(patch) for part in form], "workdir": "/r"})
    [turn] = parse(lines(item(type="function_call", name="shell", call_id="1", arguments=typed))).turns
    assert (turn.edits, turn.command, turn.tool) == ((Edit("a.py", "old", "new"),), "apply_patch", "apply_patch")


def test_what_the_person_aborted_is_stopped() -> None:
    """An error of the sandbox is not."""
    log = lines(
        *(item(type="function_call", name="shell", call_id=name, arguments='{"command": "make"}') for name in "ab"),
        item(type="function_call_output", call_id="a", output="aborted by user after 33.4s"),
        item(type="function_call_output", call_id="b", output="execution error: sandbox"),
    )
    assert [(turn.failed, turn.stopped) for turn in parse(log).turns] == [(True, True), (True, False)]


def test_a_plan_that_is_put_to_the_person_is_said() -> None:
    """No element of a program's, which is nobody's word."""
    log = lines(message("user", "plan it"), message("assistant", "<proposed_plan>\nMove the gate.\n</proposed_plan>"))
    assert [turn.prose for turn in parse(log).turns if turn.speaker == "agent"] == ["Move the gate."]
