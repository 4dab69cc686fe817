"""Claude Code's session files: one JSON object a line, `message` in Anthropic's form."""

import re
from typing import Any

from knowledge.text.xml_elements import without_elements
from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import exit_code, refusal_reason, was_refused

NAME = "claude-code"
_HOUSEKEEPING = (
    "progress", "file-history-snapshot", "system", "queue-operation", "summary", "pr-link", "last-prompt",
    "permission-mode", "custom-title", "ai-title", "agent-name", "tag",
)  # fmt: skip
_BASH = re.compile(r"^\s*<bash-(input|stdout)>")  # what the user ran with `!`, and what it answered
_TAG = re.compile(r"</?bash-(?:input|stdout|stderr)>")
_REMINDER = re.compile(r"<(system-reminder)>"), re.compile(r"</(system-reminder)>")


def recognises(log: Log) -> bool:
    """Whether the lines are those of a Claude Code session."""
    return any(
        item.get("type") in ("user", "assistant") and isinstance(item.get("message"), dict) for item in log.items
    )


def read(log: Log, recorder: Recorder) -> None:
    """Records what user and agent said and did; reminders and hooks are the program's."""
    for index, item in enumerate(log.items):
        recorder.place(index, item.get("timestamp"))
        recorder.about(item.get("prRepository"))
        recorder.work_in(item.get("cwd"))
        message = item.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if item.get("type") == "assistant" and not item.get("isApiErrorMessage"):
            chat.blocks("agent", content, recorder)
        elif item.get("type") == "user":
            _user(item, content, recorder)
        elif item.get("type") == "attachment":
            _attached(item.get("attachment"), recorder)
        elif item.get("type") not in _HOUSEKEEPING:
            recorder.pass_over(item.get("type"))


def _user(item: dict[str, Any], content: Any, recorder: Recorder) -> None:
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            record_result(block, item.get("toolUseResult"), recorder)
        elif bash := _BASH.match(text := text_of(block)):
            _typed(bash[1], _TAG.sub("", text), recorder)
        else:
            chat.record_saying(text, _speaker(item), recorder)


def _speaker(item: dict[str, Any]) -> Speaker:
    """A sub-agent's "user" is the agent that started it; a summary is the agent's, a meta message the program's."""
    if item.get("isCompactSummary"):
        return "agent"
    if item.get("isMeta") or item.get("isVisibleInTranscriptOnly"):
        return "system"
    return "task" if item.get("isSidechain") else "user"


def record_result(block: dict[str, Any], details: Any, recorder: Recorder) -> None:
    """Records what came of a call: a shell with output that is no error exited with 0."""
    output, failed = text_of(block.get("content")), block.get("is_error") is True
    code = exit_code(output[:40]) if failed else 0 if isinstance(details, dict) and "stdout" in details else None
    shown = without_elements(output, *_REMINDER)
    refused = failed and was_refused(output)
    stopped = refused or (isinstance(details, dict) and details.get("interrupted") is True)
    if isinstance(details, dict) and details.get("backgroundTaskId"):  # what came of it is not said
        recorder.result("", str(block.get("tool_use_id")))
        return
    recorder.result(shown, str(block.get("tool_use_id")), exit_code=code, failed=failed, stopped=stopped)
    chat.record_saying(refusal_reason(output) if failed else "", "user", recorder)


def _typed(part: str, text: str, recorder: Recorder) -> None:
    """A command that the person ran with `!`, and then what came of it."""
    if part == "input":
        recorder.act("", text, tool="bash", speaker="user")
    else:
        recorder.result(text)


def _attached(attachment: Any, recorder: Recorder) -> None:
    """What the person typed while the agent worked."""
    queued = isinstance(attachment, dict) and attachment.get("type") == "queued_command"
    if queued and attachment.get("commandMode", "prompt") == "prompt":
        chat.record_saying(text_of(attachment.get("prompt")), "user", recorder)
