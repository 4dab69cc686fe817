"""Logs of agent runs, in whatever form the agent wrote them, as transcripts that know who spoke."""

from dataclasses import replace
from types import ModuleType
from typing import Any

from knowledge.transcripts import unread
from knowledge.transcripts.formats import (
    agent_shell,
    aider,
    antigravity,
    antigravity_markdown,
    chat,
    chatgpt,
    claude_code,
    claude_code_markdown,
    cline,
    cline_history,
    codex,
    copilot,
    copilot_cli,
    copilot_events,
    cursor,
    entire,
    gemini_cli,
    headings,
    mini_swe_agent,
    opencode,
    opencode_markdown,
    openhands,
    plain_text,
    records,
    responses,
    specstory,
    swe_agent,
    terminal,
)
from knowledge.transcripts.log import Log, decoded
from knowledge.transcripts.models import UNKNOWN, Edit, Speaker, Todo, Transcript, Turn
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.unread import apart

__all__ = ["UNKNOWN", "Edit", "Speaker", "Todo", "Transcript", "Turn", "apart", "parse"]

# The particular before the general: a format's own marks before bare chat messages.
_JSON = (
    claude_code, entire, codex, antigravity, cline, cline_history, gemini_cli, opencode, openhands, mini_swe_agent,
    swe_agent, copilot, copilot_events, responses, chat, records,
)  # fmt: skip
_TEXT = (
    agent_shell, antigravity_markdown, specstory, aider, copilot_cli, opencode_markdown, claude_code_markdown, cursor,
    chatgpt, headings, terminal, plain_text,
)  # fmt: skip


def parse(sent: str | list[Any] | dict[str, Any]) -> Transcript:
    """The transcript of a log: JSON, JSON lines, Markdown or plain text, the format told by its content.

    What no reader recognises, or finds nothing in, is turns by `tool`: nobody's words. No input raises.
    """
    log = decoded(sent)
    for reader in _begun(log) if log.text else _JSON:
        if reader.recognises(log):
            recorder = Recorder()
            reader.read(log, recorder)
            if recorder.turns:
                return replace(recorder.transcript(reader.NAME, log.broken), models=log.models())
    recorder = Recorder()
    unread.read(sent, log, recorder)
    return recorder.transcript(UNKNOWN, log.broken)


def _begun(log: Log) -> list[ModuleType]:
    """The readers of the form that a text begins in, the particular before the general: by whose mark it begins.

    What stands behind is printed or quoted, whatever form it has.
    """
    places = {reader: reader.begins(log) for reader in _TEXT if reader is plain_text or reader.recognises(log)}
    first = min((place for place in places.values() if place is not None), default=None)
    return [reader for reader, place in places.items() if place == first is not None and reader.recognises(log)]
