"""Chat messages: OpenAI's and Anthropic's, with tool calls; and agents that write commands in fences."""

import re
from collections.abc import Sequence
from typing import Any

from knowledge.transcripts.models import Recorder, Role, text_of
from knowledge.transcripts.tool_calls import command_line

_ROLES: dict[str, Role] = {
    "system": "system", "developer": "system", "user": "user", "human": "user", "assistant": "assistant",
    "ai": "assistant", "model": "assistant", "tool": "tool", "function": "tool",
}  # fmt: skip
_FENCE = re.compile(r"^```(?:bash|sh|shell|mswea_bash_command)[ \t]*\n(.*?)^```", re.M | re.S)
_RETURNCODE = re.compile(r"\s*<returncode>\s*(-?\d+)\s*</returncode>")
_OUTPUT = re.compile(r"</?(?:output|output_head|output_tail|warning|exception)>[ \t]*\n?")
_EXIT_CODE = re.compile(r"\b(?:exit(?:ed with)?|return) ?(?:code|status):? (\d{1,3})\b", re.I)


def recognises(items: Sequence[Any]) -> bool:
    """Whether the list holds chat messages or items of OpenAI's Responses API."""
    return any(isinstance(item, dict) and (_role(item) or _is_call(item)) for item in items)


def read(items: Sequence[Any], recorder: Recorder) -> None:
    """Records every message; whatever is not one is passed over."""
    messages = [item for item in items if isinstance(item, dict)]
    fenced = any(_RETURNCODE.match(text_of(message.get("content"))) for message in messages)
    for message in messages:
        if _is_call(message):
            _response_item(message, recorder)
        elif fenced and _role(message) in ("assistant", "user"):
            _fenced(message, recorder)
        elif role := _role(message):
            _message(role, message, recorder)


def blocks(role: Role, content: Any, recorder: Recorder) -> None:
    """Records content blocks in Anthropic's form: text, thinking, tool_use and tool_result."""
    spoken: list[str] = []
    for block in content if isinstance(content, list) else [content]:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "tool_use":
            command = command_line(str(block.get("name", "")), block.get("input"))
            recorder.act("\n\n".join(spoken), command, str(block.get("id")))
            spoken = []
        elif kind == "tool_result":
            result(text_of(block.get("content")), recorder, str(block.get("tool_use_id")), block.get("is_error"))
        else:
            spoken.append(text_of(block))
    recorder.say(role, "\n\n".join(spoken))


def result(output: str, recorder: Recorder, call_id: str | None = None, failed: Any = None) -> None:
    """Records a tool's answer, and the exit code where its first or last line names one."""
    named = _EXIT_CODE.search(output[:200]) or _EXIT_CODE.search(output[-200:])
    code = int(named[1]) if named else None
    recorder.result(output, call_id, code, True if failed is True else None)


def _role(message: dict[str, Any]) -> Role | None:
    return _ROLES.get(str(message.get("role")))


def _message(role: Role, message: dict[str, Any], recorder: Recorder) -> None:
    if role == "tool":
        call_id = message.get("tool_call_id")
        result(text_of(message.get("content")), recorder, str(call_id) if call_id else None)
        return
    calls = message.get("tool_calls")
    if not isinstance(calls, list) or not calls:
        blocks(role, message.get("content"), recorder)
        return
    text = text_of(message.get("content"))
    for call in calls:
        if isinstance(call, dict):
            inner = call.get("function")
            function = inner if isinstance(inner, dict) else call
            command = command_line(str(function.get("name", "")), function.get("arguments"))
            recorder.act(text, command, str(call.get("id")))
            text = ""


def _is_call(item: dict[str, Any]) -> bool:
    return item.get("type") in ("function_call", "function_call_output")


def _response_item(item: dict[str, Any], recorder: Recorder) -> None:
    call_id = str(item.get("call_id"))
    if item.get("type") == "function_call":
        recorder.act("", command_line(str(item.get("name", "")), item.get("arguments")), call_id)
    else:
        result(text_of(item.get("output")), recorder, call_id)


def _fenced(message: dict[str, Any], recorder: Recorder) -> None:
    """mini-swe-agent: the command is a fence in the answer, its result the next message by "user"."""
    text = text_of(message.get("content"))
    if _role(message) == "assistant":
        commands = _FENCE.findall(text)
        prose = re.sub(r"^\s*THOUGHT:\s*", "", text)
        recorder.act(_FENCE.sub("", prose), commands[-1] if commands else "")
    elif any(turn.role == "assistant" for turn in recorder.turns):
        code = _RETURNCODE.match(text)
        output = _OUTPUT.sub("", _RETURNCODE.sub("", text, count=1))
        recorder.result(output.strip("\n"), exit_code=int(code[1]) if code else None)
    else:
        recorder.say("user", text)
