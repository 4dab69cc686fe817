"""The content blocks of other programs as Anthropic's API has them: text, thinking, tool_use and tool_result.

Amazon Bedrock's Converse (`toolUse`, `toolResult`), Goose (`toolRequest`, `toolResponse`) and the AI SDK of Vercel
(parts such as `tool-read`, which hold the call and what came of it).
"""

from typing import Any

_TEXTS = (None, "text", "input_text", "output_text")


def anthropic_blocks(block: Any) -> list[Any]:
    """The block, or what it is there: a part of Vercel's is a call and its result."""
    match block:
        case {"toolUse": {"name": name, **rest}}:
            return [_call(name, rest.get("input"), rest.get("toolUseId"))]
        case {"toolResult": {"toolUseId": call_id, **rest}}:
            return [_result(rest.get("content"), call_id, rest.get("status") == "error")]
        case {"type": "toolRequest", "id": call_id, "toolCall": {"value": {"name": name, **rest}}}:
            return [_call(name, rest.get("arguments"), call_id)]
        case {"type": "toolResponse", "id": call_id, "toolResult": answer}:
            value = answer.get("value", answer.get("error")) if isinstance(answer, dict) else answer
            return [_result(value, call_id, isinstance(answer, dict) and answer.get("status") == "error")]
        case {"type": "tool-invocation", "toolInvocation": dict(part)}:
            return _called(part.get("toolName"), part, part.get("args"), part.get("result"))
        case {"type": str(kind), "toolCallId": _} if kind.startswith(("tool-", "dynamic-tool")):
            return _called(
                block.get("toolName", kind.removeprefix("tool-")), block, block.get("input"), block.get("output")
            )
        case _:
            return [block]


def is_text(block: Any) -> bool:
    """Whether a block of a message is what its writer says, and not what a program put beside it."""
    return isinstance(block, str) or (
        isinstance(block, dict)
        and block.get("type") in _TEXTS
        and any(isinstance(block.get(key), str) for key in ("text", "content"))
    )


def _called(name: Any, part: dict[str, Any], given: Any, output: Any) -> list[Any]:
    call_id, error = part.get("toolCallId"), part.get("errorText")
    came = [_result(error or output, call_id, bool(error))] if error or output is not None else []
    return [_call(name, given, call_id), *came]


def _call(name: Any, given: Any, call_id: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": given, "id": call_id}


def _result(content: Any, call_id: Any, failed: bool) -> dict[str, Any]:
    return {"type": "tool_result", "content": content, "tool_use_id": call_id, "is_error": failed}
