"""Logs of agent runs, in whatever form the agent wrote them, as turns."""

import json
import re
from typing import Any

from knowledge.transcripts.formats import chat, claude_code, openhands, plain_text, swe_agent
from knowledge.transcripts.models import Recorder, Role, Turn, text_of

__all__ = ["Role", "Turn", "exit_status", "parse"]


def parse(log: str | list[Any] | dict[str, Any]) -> list[Turn]:
    """The turns of a log: JSON, JSON lines or plain text, the format told by its content.

    Knows chat messages (OpenAI, Anthropic), Claude Code, mini-swe-agent, SWE-agent and OpenHands. Whatever it
    does not know becomes plain text; no input raises.
    """
    recorder = Recorder()
    value = _decoded(log) if isinstance(log, str) else log
    if isinstance(value, dict):
        _read_object(value, recorder)
    elif isinstance(value, list):
        _read_list(value, recorder)
    if not recorder.turns:
        plain_text.read(log if isinstance(log, str) else text_of(log), recorder)
    return recorder.turns


def exit_status(log: str | list[Any] | dict[str, Any]) -> str:
    """How SWE-agent or mini-swe-agent ended the run, in words such as `exit cost`; "" where the log does not say."""
    value = _decoded(log) if isinstance(log, str) else log
    info = value.get("info") if isinstance(value, dict) else None
    given = info.get("exit_status") if isinstance(info, dict) else None
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", given) if isinstance(given, str) else ""
    return " ".join(words.split()).lower()[:100]


def _read_object(log: dict[Any, Any], recorder: Recorder) -> None:
    lists = [log[key] for key in ("messages", "events", "history") if isinstance(log.get(key), list)]
    if swe_agent.recognises(log) and not any(openhands.recognises(found) for found in lists):
        swe_agent.read(log, recorder)
    else:
        _read_list(lists[0] if lists else [log], recorder)


def _read_list(items: list[Any], recorder: Recorder) -> None:
    # Codex wraps every item of a session in `payload`.
    items = [item.get("payload", item) if isinstance(item, dict) else item for item in items]
    if claude_code.recognises(items):
        claude_code.read(items, recorder)
    elif openhands.recognises(items):
        openhands.read(items, recorder)
    elif chat.recognises(items):
        chat.read(items, recorder)


def _decoded(text: str) -> Any:
    """The JSON value or the list of JSON lines that `text` is, or None."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    whole = _json(text)
    if whole is not None:
        return whole
    lines = [line for line in text.splitlines() if line.strip()]
    values = [value for line in lines if isinstance(value := _json(line), dict)]
    return values if 2 * len(values) >= len(lines) else None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
