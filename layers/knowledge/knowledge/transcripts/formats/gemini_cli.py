"""Gemini CLI: saved sessions (`messages` with their tool calls), the events of `--output-format stream-json`, and what
`/chat save` and a report of an error write: the contents that Gemini's API is sent, of `parts` each."""

import re
from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder

NAME = "gemini-cli"
_EVENTS = ("tool_use", "tool_result")
_HOUSEKEEPING = ("init", "result", "info", "error", "warning", None)
# The shell tool reports `Command:`, `Directory:`, `Output:`, `Error:`, `Exit Code:`, each on a line of its own.
_SHELL = re.compile(r"(?:Command: .*\nDirectory: .*\n)?(?:Stdout|Output): ")
_CODE = re.compile(r"^Exit Code: (-?\d{1,10})$", re.M)
_CANCELLED = re.compile(r"\[Operation Cancelled\]")  # begins what came of a call that the person did not allow
# The fields that follow a command's output
_TAIL = re.compile(r"\n(?:Stderr: |Error: \(none\)|Exit Code: |Process Group PGID: )")


def recognises(log: Log) -> bool:
    """Whether messages are of the type `gemini`, lines events with a tool's name and id, or contents have parts."""
    return any(
        item.get("type") == "gemini" or (item.get("type") in _EVENTS and "tool_id" in item) or _is_content(item)
        for item in _messages(log)
    )


def read(log: Log, recorder: Recorder) -> None:
    """Records messages and events, a streamed answer as one."""
    streamed: list[str] = []
    for index, item in enumerate(_messages(log)):
        kind = item.get("type")
        if kind == "message" and item.get("role") == "assistant":
            streamed.append(text_of(item.get("content")))
            continue
        recorder.say("agent", "".join(streamed))
        streamed.clear()
        recorder.place(index, item.get("timestamp"))
        _item(item, recorder)
    recorder.say("agent", "".join(streamed))


def _messages(log: Log) -> list[dict[str, Any]]:
    lists = (log.records(name) for name in ("messages", "contents", "history", "context"))
    return next(filter(None, lists), log.items)


def _is_content(item: dict[str, Any]) -> bool:
    parts = dicts(item.get("parts"))  # of Vercel's AI SDK they have types
    return item.get("role") in ("user", "model") and bool(parts) and not any("type" in part for part in parts)


def _item(item: dict[str, Any], recorder: Recorder) -> None:
    if _is_content(item):
        _content(item, recorder)
        return
    match item.get("type"):
        case "user" | "message":
            chat.record_saying(text_of(_own(item.get("content"))), "user", recorder)
        case "gemini":
            _answer(item, recorder)
        case "tool_use":
            chat.call(str(item.get("tool_name")), item.get("parameters"), str(item.get("tool_id")), recorder)
        case "tool_result":
            failed = item.get("status") == "error"
            _result(text_of(item.get("output") or item.get("error")), str(item.get("tool_id")), failed, recorder)
        case kind if kind not in _HOUSEKEEPING:
            recorder.pass_over(kind)


def _own(content: Any) -> Any:
    """What a message itself says: newer sessions repeat as the user's what tools answered to the calls before."""
    if not isinstance(content, list):
        return content
    return [part for part in content if not (isinstance(part, dict) and "functionResponse" in part)]


def _content(item: dict[str, Any], recorder: Recorder) -> None:
    """The parts of a content; a call and its response have no id in common, but one order."""
    for part in dicts(item["parts"]):
        text = text_of(part.get("text") or "")
        match part:
            case {"functionCall": {"name": str(name), **rest}}:
                chat.call(name, rest.get("args"), None, recorder, text)
            case {"functionResponse": {"response": dict(response)}}:
                text = _response(part)
                _result(text, None, "error" in response, recorder, stopped=bool(_CANCELLED.match(text)))
            case _ if item["role"] == "model":
                recorder.say("agent", text, thought=part.get("thought") is True)
            case _:
                chat.record_saying(text, "user", recorder)


def _answer(item: dict[str, Any], recorder: Recorder) -> None:
    thoughts = [
        f"{thought.get('subject', '')}: {thought.get('description', '')}" for thought in dicts(item.get("thoughts"))
    ]
    recorder.say("agent", "\n\n".join(thoughts), thought=True)
    text = text_of(item.get("content"))
    calls = dicts(item.get("toolCalls"))
    if not calls:
        recorder.say("agent", text)
    for place, call in enumerate(calls):
        identity = f"{id(item)}/{place}"
        chat.call(str(call.get("name")), call.get("args"), identity, recorder, "" if place else text)
        responses = [_response(part) for part in dicts(call.get("result"))]
        if responses or call.get("status"):
            status = call.get("status")
            _result("\n".join(responses), identity, status == "error", recorder, stopped=status == "cancelled")


def _response(part: dict[str, Any]) -> str:
    answer = part.get("functionResponse")
    response = answer.get("response") if isinstance(answer, dict) else part
    if isinstance(response, dict) and ("output" in response or "error" in response):
        return text_of([response.get("error"), response.get("output")])
    return text_of(response)


def _result(text: str, call_id: str | None, failed: bool, recorder: Recorder, *, stopped: bool = False) -> None:
    shell = _SHELL.match(text)
    code = _CODE.search(text[-300:]) if shell else None
    if shell:
        tail = _TAIL.search(text[-2000:])
        text = text[shell.end() : len(text) - len(text[-2000:]) + tail.start() if tail else None]
        text = "" if text == "(empty)" else text
    exited = int(code[1]) if code else 0 if shell and not failed else None
    recorder.result(text, call_id, exit_code=None if stopped else exited, failed=failed or None, stopped=stopped)
