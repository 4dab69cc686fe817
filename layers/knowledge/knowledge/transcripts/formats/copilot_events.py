"""Copilot CLI's session files: an event a line, of a `type` and its `data`."""

from collections.abc import Callable
from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log
from knowledge.transcripts.recorder import Recorder

NAME = "copilot-events"
_PERSONS = (None, "", "user", "immediate-prompt")  # sources of messages that the person typed
_HOUSEKEEPING = ("assistant", "external_tool", "hook", "permission", "session", "skill", "system")


def recognises(log: Log) -> bool:
    """Whether events tell of messages or of tools that were run."""
    return any(str(item.get("type")) in _EVENTS and isinstance(item.get("data"), dict) for item in log.items)


def read(log: Log, recorder: Recorder) -> None:
    """Records what user and agent said and did; hooks, permissions and the session's own affairs are passed over."""
    for index, item in enumerate(log.items):
        data, kind = item.get("data"), str(item.get("type"))
        recorder.place(index, item.get("timestamp"))
        if isinstance(data, dict) and kind in _EVENTS:
            _EVENTS[kind](data, recorder)
        elif kind.split(".")[0] not in _HOUSEKEEPING:
            recorder.pass_over(kind)


def _begun(data: dict[str, Any], recorder: Recorder) -> None:
    context = data.get("context")
    if isinstance(context, dict):
        recorder.about(context.get("repository"))
        recorder.work_in(context.get("cwd"))


def _asked(data: dict[str, Any], recorder: Recorder) -> None:
    """A message of the person's, or what a skill or the program says in this one's name."""
    chat.record_saying(text_of(data.get("content")), "user" if data.get("source") in _PERSONS else "system", recorder)


def _answered(data: dict[str, Any], recorder: Recorder) -> None:
    recorder.say("agent", text_of(data.get("content")))


def _called(data: dict[str, Any], recorder: Recorder) -> None:
    chat.call(str(data.get("toolName")), data.get("arguments"), str(data.get("toolCallId")), recorder)


def _ended(data: dict[str, Any], recorder: Recorder) -> None:
    result, call_id = data.get("result"), str(data.get("toolCallId"))
    given = result.get("content") if isinstance(result, dict) else data.get("error")
    chat.result(text_of(given), recorder, call_id, True if data.get("success") is False else None)


_EVENTS: dict[str, Callable[[dict[str, Any], Recorder], None]] = {
    "session.start": _begun,
    "user.message": _asked,
    "assistant.message": _answered,
    "tool.execution_start": _called,
    "tool.execution_complete": _ended,
}
