"""Copilot chat as VS Code exports it (`requests`), and its replays (`prompts` with their logs)."""

from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.formats.vscode_terminal import terminal_command
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import exit_code

NAME = "copilot"


def recognises(log: Log) -> bool:
    """Whether the object is an export or a replay."""
    requests, prompts = log.records("requests"), log.records("prompts")
    return any("response" in request for request in requests) or any("logs" in prompt for prompt in prompts)


def read(log: Log, recorder: Recorder) -> None:
    """Records each request with what was answered to it."""
    for index, request in enumerate(log.records("requests")):
        recorder.place(index, request.get("timestamp"))
        message = request.get("message")
        chat.record_saying(text_of(message.get("text") if isinstance(message, dict) else message), "user", recorder)
        _answered(request, recorder)
    asked = None
    for index, prompt in enumerate(log.records("prompts")):
        recorder.place(index)
        if prompt.get("prompt") != asked:  # each round of one answer is exported under the same prompt
            asked = prompt.get("prompt")
            chat.record_saying(text_of(asked), "user", recorder)
        for entry in dicts(prompt.get("logs")):
            _logged(entry, recorder)


def _answered(request: dict[str, Any], recorder: Recorder) -> None:
    """The rounds of calls, which have the results; without them the parts that the reader saw."""
    outcome = request.get("result")
    metadata = outcome.get("metadata") if isinstance(outcome, dict) else None
    rounds = dicts(metadata.get("toolCallRounds")) if isinstance(metadata, dict) else []
    if any(dicts(turn.get("toolCalls")) for turn in rounds):
        results = metadata.get("toolCallResults") if isinstance(metadata, dict) else None
        for turn in rounds:
            _round(turn, results if isinstance(results, dict) else {}, recorder)
    else:
        for part in dicts(request.get("response")):
            _part(part, recorder)


def _round(turn: dict[str, Any], results: dict[str, Any], recorder: Recorder) -> None:
    text = text_of(turn.get("response") or "")
    calls = dicts(turn.get("toolCalls"))
    if not calls:
        recorder.say("agent", text)
    for call in calls:
        identity = str(call.get("id"))
        chat.call(str(call.get("name")), call.get("arguments"), identity, recorder, text)
        text = ""
        if identity in results:
            chat.result(_result(results[identity]), recorder, identity)


def _result(result: Any) -> str:
    """The text of a result's parts: a value is text, or the tree of a prompt whose leaves are."""
    parts = dicts(result.get("content")) if isinstance(result, dict) else []
    return "\n".join(
        part["value"] if isinstance(part.get("value"), str) else _leaves(part.get("value")) for part in parts
    )


def _leaves(tree: Any) -> str:
    texts: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if isinstance(node.get("text"), str):
                texts.append(node["text"])
            stack.extend(reversed([value for value in node.values() if isinstance(value, dict | list)]))
        elif isinstance(node, list):
            stack.extend(reversed(node))
    return "".join(texts)


def _part(part: dict[str, Any], recorder: Recorder) -> None:
    kind = part.get("kind")
    if kind is None or kind == "markdownContent":
        content = part.get("content")
        value = content.get("value") if isinstance(content, dict) else part.get("value")
        if isinstance(value, str):
            recorder.say("agent", value)
    elif kind == "thinking":
        recorder.say("agent", text_of(part.get("value") or ""), thought=True)
    elif kind == "toolInvocationSerialized":
        _invoked(part, recorder)
    elif kind == "textEditGroup":
        uri = part.get("uri")
        recorder.act("", f"edit {uri.get('path') if isinstance(uri, dict) else ''}", tool="edit")


def _invoked(part: dict[str, Any], recorder: Recorder) -> None:
    name = str(part.get("toolId") or part.get("toolName") or "tool")
    specific = part.get("toolSpecificData")
    ran = terminal_command(specific)
    command = ran.line if ran else specific.get("command") if isinstance(specific, dict) else None
    message = part.get("pastTenseMessage") or part.get("invocationMessage")
    shown = message.get("value") if isinstance(message, dict) else message
    recorder.act("", str(command) if command else f"{name}: {shown or ''}", tool=name)
    details = part.get("resultDetails")
    if isinstance(details, dict) and (output := text_of(details.get("output"))):
        recorder.result(output, exit_code=exit_code(output), failed=True if details.get("isError") else None)
    elif ran:
        recorder.result(ran.output, exit_code=ran.exit_code)


def _logged(entry: dict[str, Any], recorder: Recorder) -> None:
    if entry.get("kind") == "toolCall":
        identity = str(entry.get("id"))
        recorder.say("agent", text_of(entry.get("thinking") or ""), thought=True)
        chat.call(str(entry.get("tool")), entry.get("args"), identity, recorder)
        chat.result(text_of(entry.get("response")), recorder, identity)
    elif entry.get("kind") == "request" and str(entry.get("name")).startswith("panel/"):
        answer = entry.get("response")
        recorder.say("agent", text_of(answer.get("message") if isinstance(answer, dict) else ""))
    elif entry.get("kind") not in ("element", "request"):
        recorder.pass_over(entry.get("kind"))
