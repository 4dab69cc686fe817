"""One line for a tool call: the shell command itself, or the tool's name and what it was aimed at."""

import json
from typing import Any

_SHELL_ARGUMENTS = ("command", "cmd", "code", "script")
_TARGETS = ("file_path", "path", "notebook_path", "pattern", "query", "url", "prompt")
_EDITOR_VERBS = {"view", "create", "str_replace", "insert", "undo_edit"}


def command_line(name: str, arguments: Any) -> str:
    """What the call ran, as one would type it; `arguments` is a dict or the JSON text of one."""
    arguments = _decoded(arguments)
    if not isinstance(arguments, dict):
        return f"{name} {arguments}".strip()
    target = next((arguments[key] for key in _TARGETS if isinstance(arguments.get(key), str)), None)
    shell = next((arguments[key] for key in _SHELL_ARGUMENTS if key in arguments), None)
    if isinstance(shell, list):
        shell = " ".join(str(part) for part in shell[2:] if shell[:2] == ["bash", "-lc"]) or " ".join(map(str, shell))
    if isinstance(shell, str) and shell not in _EDITOR_VERBS:
        return shell
    return " ".join(part for part in (name, shell, target) if isinstance(part, str))


def _decoded(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
