"""What VS Code keeps of a command in its terminal: the line as it ran, its exit code, and what it printed."""

from dataclasses import dataclass
from typing import Any

_LINES = ("userEdited", "toolEdited", "original")  # the last hand on it first


@dataclass(frozen=True)
class TerminalCommand:
    """A command; without an exit code where it had not ended, or nobody knows."""

    line: str
    exit_code: int | None
    output: str


def terminal_command(data: Any) -> TerminalCommand | None:
    """The command in a tool's data (`{"kind": "terminal", "commandLine": {"original": "make"}, …}`); None in others."""
    lines = data.get("commandLine") if isinstance(data, dict) else None
    line = next((lines[name] for name in _LINES if lines.get(name)), None) if isinstance(lines, dict) else None
    if not isinstance(line, str):
        return None
    code = _inner(data, "terminalCommandState").get("exitCode")
    output = _inner(data, "terminalCommandOutput").get("text")
    return TerminalCommand(line, code if type(code) is int else None, output if isinstance(output, str) else "")


def _inner(data: dict[str, Any], name: str) -> dict[str, Any]:
    inner = data.get(name)
    return inner if isinstance(inner, dict) else {}
