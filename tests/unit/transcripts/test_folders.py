"""Folders in which a session's shell runs its commands."""

import json
from typing import Any

import pytest
from knowledge.transcripts import parse
from knowledge.transcripts.folders import going_to, within


@pytest.mark.parametrize(
    ("folder", "home", "called"),
    [
        ("/home/ann/shop/web", "/home/ann/shop/", "web"),
        ("/home/ann/shop", "/home/ann/shop", ""),
        ("/home/ann/shop2", "/home/ann/shop", "/home/ann/shop2"),
        ("./api", "/home/ann/shop", "api"),
        (".", "", ""),
        ("../shop2", "/home/ann/shop", "../shop2"),
        (".github", "/home/ann/shop", ".github"),
        ("c:\\Users\\ann\\shop\\apps\\web", "C:\\Users\\ann\\shop", "apps/web"),
        ("/srv/other", "", "/srv/other"),
    ],
)
def test_a_folder_is_called_as_from_the_home_folder(folder: str, home: str, called: str) -> None:
    """As one would type it there."""
    assert within(folder, home) == called


def test_a_folder_is_gone_to_as_a_shell_takes_it() -> None:
    """Nowhere, where there is none to go to."""
    assert going_to("my app", "cargo test") == "cd 'my app' && cargo test"
    assert going_to("", "cargo test") == "cargo test"


def _codex(**arguments: Any) -> list[dict[str, Any]]:
    call = {"type": "function_call", "name": "exec_command", "call_id": "c", "arguments": json.dumps(arguments)}
    meta = {"type": "session_meta", "payload": {"cwd": "/home/ann/shop"}}
    return [meta, {"type": "response_item", "payload": call}]


def _opencode(tool: str, **arguments: Any) -> dict[str, Any]:
    part = {"type": "tool", "tool": tool, "state": {"status": "completed", "input": arguments, "output": "ok"}}
    messages = [{"info": {"role": "assistant"}, "parts": [part]}]
    return {"info": {"id": "s", "directory": "/home/ann/shop"}, "messages": messages}


def _claude_code(*folders: str) -> list[dict[str, Any]]:
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "make"}}
    return [{"type": "assistant", "cwd": folder, "message": {"content": [call]}} for folder in folders]


def _chat(*folders: str, **head: str) -> list[dict[str, Any]]:
    calls = [{"type": "toolCall", "id": f"{at}", "name": "bash", "arguments": {"command": "make", "cwd": folder}}
             for at, folder in enumerate(folders)]  # fmt: skip
    return [{"type": "session", **head}, {"message": {"role": "assistant", "content": calls}}]


@pytest.mark.parametrize(
    ("log", "typed"),
    [
        (_codex(cmd="make", workdir="/home/ann/shop/api"), ["cd api && make"]),
        (_codex(command=["bash", "-lc", "make"], workdir="/home/ann/shop"), ["make"]),
        (_opencode("bash", command="make", workdir="/home/ann/shop/packages/api"), ["cd packages/api && make"]),
        (_opencode("list", path="/home/ann/shop/api"), ["list /home/ann/shop/api"]),
        (_claude_code("/home/ann/shop", "/home/ann/shop/api", "/home/ann/shop"), ["make", "cd api && make", "make"]),
        (_chat("/home/ann/shop/api", cwd="/home/ann/shop"), ["cd api && make"]),
        (_chat("/home/ann/shop", "/home/ann/shop/api", "web"), ["make", "cd api && make", "cd web && make"]),
        (_chat("/srv/tools", cwd="/home/ann/shop"), ["cd /srv/tools && make"]),
    ],
)
def test_a_command_that_ran_in_another_folder_goes_there(log: Any, typed: list[str]) -> None:
    """Its tool was given the folder, or the shell was there: typed alone it would be another command."""
    assert [turn.command for turn in parse(log).turns if turn.command] == typed


def test_the_folder_of_a_session_is_known_where_its_commands_stay() -> None:
    """And none where they all went to other projects."""
    assert parse(_codex(cmd="make")).folder == "/home/ann/shop"
    assert parse(_codex(cmd="cd /home/ann/clock && make")).folder == ""
