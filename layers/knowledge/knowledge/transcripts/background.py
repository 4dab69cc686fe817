"""Commands that go on behind the agent's back: a tool answers that they still run, and later calls ask how they do."""

import re
from typing import Any

# `Process running with session ID 6593`; `Command still running (session good-rook, pid 1525).`
_RUNS_ON = re.compile(r"\brunning (?:with session ID |\(session )([\w-]{1,60})")
_SESSIONS = ("session_id", "sessionId")
_HEAD = 400  # characters, in which a tool says so


def session_left(answer: str) -> str:
    """The session in which the command goes on, as the tool's answer says; "" where it ended."""
    running = _RUNS_ON.search(answer[:_HEAD])
    return running[1] if running else ""


def session_asked(arguments: Any) -> str:
    """The session that a call asks about; "" where it asks about none."""
    named = [arguments[key] for key in _SESSIONS if key in arguments] if isinstance(arguments, dict) else []
    return str(named[0]) if named and isinstance(named[0], str | int) else ""
