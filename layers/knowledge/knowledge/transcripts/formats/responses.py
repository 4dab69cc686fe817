"""Items of OpenAI's Responses API: messages, reasoning, calls and their outputs, each an item of its own."""

from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import decoded

NAME = "openai-responses"
CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call", "mcp_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")
_KINDS = (*CALLS, *OUTPUTS, "reasoning")


def recognises(log: Log) -> bool:
    """Whether the log holds calls or reasoning as items, or is a response as the API gives it."""
    return log.field("object") == "response" or any(item.get("type") in _KINDS for item in items(log))


def read(log: Log, recorder: Recorder) -> None:
    """Records every item; a message in the short form has no type."""
    for index, item in enumerate(items(log)):
        recorder.place(index, item.get("timestamp") or item.get("created_at"))
        read_item(item, recorder)


def items(log: Log) -> list[dict[str, Any]]:
    """The items of a log: what was sent and what came back, or a list of both."""
    if isinstance(log.document, dict) and (log.records("output") or log.records("input")):
        asked = log.field("input")
        entries = [{"role": "user", "content": asked}] if isinstance(asked, str) else dicts(asked)
        return [*entries, *log.records("output")]
    return log.records("items") or log.items


def read_item(item: dict[str, Any], recorder: Recorder) -> None:
    """Records one item."""
    kind = item.get("type", "message")
    identity = item.get("call_id") or item.get("id")
    call_id = str(identity) if identity else None
    if kind == "message":
        role = chat.SPEAKERS.get(str(item.get("role")).lower())
        if role:
            chat.record_saying(text_of(item.get("content")), role, recorder)
    elif kind == "reasoning":
        recorder.say("agent", text_of(item.get("summary")), thought=True)
    elif kind in CALLS:
        arguments = item.get("arguments", item.get("input", item.get("action")))
        chat.call(str(item.get("name") or str(kind).removesuffix("_call")), arguments, call_id, recorder)
    elif kind in OUTPUTS:
        output(item.get("output"), call_id, recorder)
    else:
        recorder.pass_over(kind)


def output(value: Any, call_id: str | None, recorder: Recorder, exit_code: int | None = None) -> None:
    """Records what a call gave back: text, or JSON text with `output` and `metadata.exit_code`."""
    answer = decoded(value)
    if isinstance(answer, dict) and "output" in answer:
        metadata = answer.get("metadata")
        code = metadata.get("exit_code") if isinstance(metadata, dict) else None
        recorder.result(text_of(answer["output"]), call_id, exit_code=code if isinstance(code, int) else exit_code)
    elif exit_code is not None:
        recorder.result(text_of(value), call_id, exit_code=exit_code)
    else:
        chat.result(text_of(value), recorder, call_id)
