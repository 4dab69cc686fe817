"""Entire's transcripts of agents' sessions: a message a line, in which each call holds its own result."""

from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat, claude_code
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder

NAME = "entire"


def recognises(log: Log) -> bool:
    """Whether the lines name their version and the agent, and have content of their own."""
    return any("v" in item and "agent" in item and _speaks(item) for item in log.items)


def read(log: Log, recorder: Recorder) -> None:
    """Records what user and agent said, and each call with what came of it."""
    for index, item in enumerate(log.items):
        recorder.place(index, item.get("ts"))
        if not _speaks(item):
            recorder.pass_over(item.get("type"))
        for block in dicts(item.get("content")) if _speaks(item) else []:
            if item["type"] == "user":
                chat.record_saying(text_of(block.get("text") or ""), "user", recorder)
            else:
                chat.blocks("agent", [block], recorder)
                _result(block, item, recorder)


def _speaks(item: dict[str, Any]) -> bool:
    return item.get("type") in ("user", "assistant") and isinstance(item.get("content"), list)


def _result(block: dict[str, Any], item: dict[str, Any], recorder: Recorder) -> None:
    """What came of a call; a shell of Claude Code's that succeeded exited with 0."""
    result = block.get("result")
    if isinstance(result, dict):
        failed = result.get("status") == "error"
        if item["agent"] != "claude-code":  # its shell's exit code stands in what it gave back, whatever the status
            chat.result(text_of(result.get("output")), recorder, str(block.get("id")), failed or None)
            return
        details = {"stdout": ""} if block.get("name") == "Bash" else None
        answer = {"tool_use_id": block.get("id"), "content": result.get("output"), "is_error": failed}
        claude_code.record_result(answer, details, recorder)
