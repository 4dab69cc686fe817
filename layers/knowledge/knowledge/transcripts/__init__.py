"""Logs of agent runs, in whatever form the agent wrote them, as transcripts that know who spoke."""

from typing import Any

from knowledge.transcripts.formats import (
    aider,
    antigravity,
    chat,
    chatgpt,
    claude_code,
    claude_code_markdown,
    codex,
    copilot,
    copilot_cli,
    cursor,
    gemini_cli,
    mini_swe_agent,
    opencode,
    opencode_markdown,
    openhands,
    plain_text,
    responses,
    specstory,
    swe_agent,
    terminal,
)
from knowledge.transcripts.log import Log, decoded
from knowledge.transcripts.models import UNKNOWN, Edit, Speaker, Transcript, Turn
from knowledge.transcripts.recorder import Recorder

__all__ = ["UNKNOWN", "Edit", "Speaker", "Transcript", "Turn", "parse"]

# The particular before the general: a format's own marks before bare chat messages.
_JSON = (
    claude_code, codex, antigravity, gemini_cli, opencode, openhands, mini_swe_agent, swe_agent, copilot,
    responses, chat,
)  # fmt: skip
_TEXT = (specstory, aider, copilot_cli, opencode_markdown, claude_code_markdown, cursor, chatgpt, terminal, plain_text)


def parse(sent: str | list[Any] | dict[str, Any]) -> Transcript:
    """The transcript of a log: JSON, JSON lines, Markdown or plain text, the format told by its content.

    What no reader recognises is one turn by `tool`: nobody's words. No input raises.
    """
    log = decoded(sent)
    for reader in _TEXT if log.text else _JSON:
        if reader.recognises(log):
            recorder = Recorder()
            reader.read(log, recorder)
            return recorder.transcript(reader.NAME, log.broken)
    return _unknown(sent, log)


def _unknown(sent: str | list[Any] | dict[str, Any], log: Log) -> Transcript:
    recorder = Recorder()
    for item in log.items:
        recorder.pass_over(item.get("type") or item.get("role") or "item")
    if isinstance(sent, str) and sent.strip():
        recorder.result(sent)
    return recorder.transcript(UNKNOWN, log.broken)
