"""Codex CLI's sessions: items of the Responses API and events about them, each in a `payload`."""

import re
from typing import Any

from knowledge.transcripts.background import session_left
from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat, responses
from knowledge.transcripts.log import Log
from knowledge.transcripts.recorder import Recorder

NAME = "codex"
_WRAPPERS = ("response_item", "event_msg", "session_meta", "turn_context", "compacted")
_EXITED = re.compile(r"(?:Process exited with code|Exit code:) (-?\d{1,10})")
_OUTPUT = re.compile(r"^Output:\n", re.M)
# A call that failed without an exit code
_FAILED = re.compile(r"execution error:|apply_patch verification failed|failed to ", re.I)
_PLAN = re.compile(r"</?proposed_plan>")  # around a plan that is put to the person: said, and no program's element
_STOPPED = re.compile(r"aborted by user", re.I)  # `aborted by user after …`


def recognises(log: Log) -> bool:
    """Whether lines wrap their content as Codex does."""
    return any(item.get("type") in _WRAPPERS and isinstance(item.get("payload"), dict) for item in log.items)


def read(log: Log, recorder: Recorder) -> None:
    """Records items, and of the events what no item has: the person's own message, and exit codes."""
    payloads = [item["payload"] if isinstance(item.get("payload"), dict) else {} for item in log.items]
    has = {
        (str(item.get("type")), str(payload.get("type")), str(payload.get("role")))
        for item, payload in zip(log.items, payloads, strict=True)
    }
    codes = {
        str(payload.get("call_id")): payload["exit_code"]
        for payload in payloads
        if payload.get("type") == "exec_command_end" and isinstance(payload.get("exit_code"), int)
    }
    reader = _CodexReader(recorder, has, codes)
    for index, (item, payload) in enumerate(zip(log.items, payloads, strict=True)):
        recorder.place(index, item.get("timestamp"))
        reader.line(str(item.get("type")), payload)


class _CodexReader:
    """`has` says which kinds of lines there are: the same text comes as an item and as an event."""

    def __init__(self, recorder: Recorder, has: set[tuple[str, str, str]], codes: dict[str, int]) -> None:
        self._recorder, self._codes = recorder, codes
        self._user_events = ("event_msg", "user_message", "None") in has
        self._agent_items = ("response_item", "message", "assistant") in has
        self._reasoning_items = ("response_item", "reasoning", "None") in has

    def line(self, wrapper: str, payload: dict[str, Any]) -> None:
        if wrapper in ("session_meta", "turn_context"):
            self._about(payload)
        elif wrapper == "response_item":
            self._item(payload)
        elif wrapper == "event_msg":
            self._event(payload)
        elif wrapper == "compacted":
            self._recorder.say("agent", text_of(payload.get("message")))
        else:
            self._recorder.pass_over(wrapper)

    def _item(self, payload: dict[str, Any]) -> None:
        kind = payload.get("type")
        if kind == "message" and payload.get("role") == "user" and self._user_events:
            chat.record_files(text_of(payload.get("content")), self._recorder)
            return  # also notices; what the person typed is an event
        if kind in responses.OUTPUTS:
            self._output(payload)
        elif kind == "message" and payload.get("role") == "assistant":
            self._recorder.say("agent", _PLAN.sub("", text_of(payload.get("content"))))
        else:
            responses.read_item(payload, self._recorder)

    def _event(self, payload: dict[str, Any]) -> None:
        kind, text = payload.get("type"), text_of(payload.get("message") or payload.get("text") or "")
        if kind == "user_message":
            chat.record_saying(text, "user", self._recorder)
        elif kind == "agent_message" and not self._agent_items:
            self._recorder.say("agent", text)
        elif kind == "agent_reasoning" and not self._reasoning_items:
            self._recorder.say("agent", text, thought=True)
        elif kind == "turn_aborted":
            self._recorder.say("system", f"Turn aborted: {payload.get('reason') or 'no reason given'}")

    def _output(self, payload: dict[str, Any]) -> None:
        call_id, value = str(payload.get("call_id")), payload.get("output")
        text = text_of(value)
        if isinstance(value, str) and not text.lstrip().startswith("{"):
            exited, start = _EXITED.search(text[:400]), _OUTPUT.search(text[:800])
            code = self._codes.get(call_id, int(exited[1]) if exited else None)
            shown = text[start.end() :] if start else text
            failed = True if code is None and _FAILED.match(text) else None
            stopped = code is None and bool(_STOPPED.match(text))
            self._recorder.result(
                shown, call_id, exit_code=code, failed=failed, stopped=stopped, session=session_left(text)
            )
        else:
            responses.output(value, call_id, self._recorder, self._codes.get(call_id))

    def _about(self, payload: dict[str, Any]) -> None:
        git = payload.get("git")
        self._recorder.about(git.get("repository_url") if isinstance(git, dict) else None)
        self._recorder.work_in(payload.get("cwd"))
