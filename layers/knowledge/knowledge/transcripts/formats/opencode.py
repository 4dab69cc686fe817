"""OpenCode's exported sessions: `info` of the session, and messages of an `info` with `parts`."""

from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder

NAME = "opencode"
_HOUSEKEEPING = ("step-start", "step-finish", "snapshot", "patch", "file", "agent", "retry")


def recognises(log: Log) -> bool:
    """Whether messages have an `info` with a role, and parts."""
    return any(_role(message) and isinstance(message.get("parts"), list) for message in _messages(log))


def read(log: Log, recorder: Recorder) -> None:
    """Records the messages; a session that another one started is set its work by that one."""
    session = log.field("info")
    session = session if isinstance(session, dict) else {}
    recorder.work_in(session.get("directory"))
    asking: Speaker = "task" if session.get("parentID") else "user"
    for index, message in enumerate(_messages(log)):
        speaker: Speaker = "agent" if _role(message) == "assistant" else asking
        times = message["info"].get("time")
        recorder.place(index, times.get("created") if isinstance(times, dict) else None)
        for place, part in enumerate(dicts(message.get("parts"))):
            _part(part, speaker, f"{index}/{place}", recorder)


def _messages(log: Log) -> list[dict[str, Any]]:
    return [message for message in log.records("messages") or log.items if isinstance(message.get("info"), dict)]


def _role(message: dict[str, Any]) -> str | None:
    role = message["info"].get("role")
    return role if role in ("user", "assistant") else None


def _part(part: dict[str, Any], speaker: Speaker, identity: str, recorder: Recorder) -> None:
    kind, text = part.get("type"), text_of(part.get("text") or "")
    if kind == "text":
        chat.record_saying(text, "system" if part.get("synthetic") and speaker != "agent" else speaker, recorder)
    elif kind == "reasoning":
        recorder.say("agent", text, thought=True)
    elif kind == "compaction":
        recorder.say("system", text)
    elif kind == "tool":
        _tool(part, identity, recorder)
    elif kind not in _HOUSEKEEPING:
        recorder.pass_over(kind)


def _tool(part: dict[str, Any], identity: str, recorder: Recorder) -> None:
    state = part.get("state")
    state = state if isinstance(state, dict) else {}
    chat.call(str(part.get("tool")), state.get("input"), identity, recorder)
    if state.get("status") in ("completed", "error"):
        failed = state["status"] == "error"
        metadata = state.get("metadata")
        code = metadata.get("exit") if isinstance(metadata, dict) else None
        output = text_of(state.get("error") if failed else state.get("output"))
        recorder.result(output, identity, exit_code=code if isinstance(code, int) else None, failed=failed or None)
