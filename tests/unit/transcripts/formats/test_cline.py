"""Cline's and Roo Code's messages of the editor."""

import json
from typing import Any

from knowledge.transcripts import parse
from knowledge.transcripts.models import Edit

from tests.support.transcripts import words_of

SEARCH = "------- SEARCH\nport = 1\n=======\nport = 2\n+++++++ REPLACE\n"


def item(kind: str, text: Any, form: str = "say", **more: Any) -> dict[str, Any]:
    """One item; what is no text stands in it as JSON."""
    shown = text if isinstance(text, str) else json.dumps(text)
    return {"ts": 1760534080239, "type": form, form: kind, "text": shown, **more}


def request(text: str) -> dict[str, Any]:
    """What was sent to the model."""
    around = "\n<environment_details>\n# Current Working Directory (e:/shop) Files\n</environment_details>"
    return item("api_req_started", {"request": text + around, "tokensIn": 3})


LOG = [
    item("text", "Never use yarn here."),
    request("<task>\nNever use yarn here.\n</task>"),
    item("checkpoint_created", ""),
    item("reasoning", "I look first."),
    item("text", "I run", partial=True),
    item("text", "I run the tests."),
    item("command", "npm test"),
    item("command_output", "", form="ask"),
    item("command_output", "1 failed", form="ask"),
    item("command_output", "User: never test", form="ask"),
    item("task_progress", "- [ ] Fix"),
    request("[execute_command for 'npm test'] Result:\nExit code: 1\nOutput:\n1 failed"),
    item("tool", {"tool": "readFile", "path": "a.py", "content": "/shop/a.py"}, form="ask"),
    request("[read_file for 'a.py'] Result:\nport = 1"),
    item("tool", {"tool": "editedExistingFile", "path": "a.py", "content": SEARCH}, form="ask"),
    request("[replace_in_file for 'a.py'] Result:\nThe tool execution failed with the following error: no match"),
    item("tool", {"tool": "newFileCreated", "path": "b.py", "content": "x = 1"}),
    item("use_mcp_server", {"type": "use_mcp_tool", "toolName": "deploy", "arguments": '{"path": "prod"}'}, form="ask"),
    item("mcp_server_response", "Error: not connected"),
    item("followup", {"question": "Which port?", "options": ["1", "2"]}, form="ask"),
    item("user_feedback", "Port 2, always."),
    item("completion_result", "Done."),
    item("completion_result", "", form="ask"),
    item("resume_task", "", form="ask"),
]


def test_only_what_was_typed_is_the_users() -> None:
    """The task and the answers; neither what a command printed nor what is sent to the model in the user's name."""
    assert words_of(LOG) == ["Never use yarn here.", "Port 2, always."]
    assert words_of(LOG, "agent") == ["I look first.", "I run the tests.", "Which port?", "Done."]


def test_each_action_has_what_came_of_it() -> None:
    """Output in several items is one; what the editor does not show was sent to the model."""
    transcript = parse(json.dumps(LOG))
    assert (transcript.format, transcript.projects) == ("cline", ("shop",))
    assert [(turn.command, turn.output, turn.exit_code, turn.failed) for turn in transcript.turns if turn.command] == [
        ("npm test", "1 failed\nUser: never test", 1, True),
        ("readFile a.py", "[read_file for 'a.py'] Result:\nport = 1", None, None),
        (
            "editedExistingFile a.py",
            "[replace_in_file for 'a.py'] Result:\nThe tool execution failed with the following error: no match",
            None,
            True,
        ),
        ("newFileCreated b.py", None, None, None),
        ("deploy prod", "Error: not connected", None, None),
    ]


def test_edits_are_those_that_a_call_states() -> None:
    """Blocks of what is sought and put in its place, or a new file whole."""
    edits = [edit for turn in parse(LOG).turns for edit in turn.edits]
    assert edits == [Edit("a.py", "port = 1", "port = 2"), Edit("b.py", "", "x = 1")]
