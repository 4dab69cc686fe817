"""The readable text of a message's content, whatever its form."""

from typing import Any

_SKIPPED = ("type", "id", "role", "signature", "image_url", "source", "encrypted_content", "annotations")


def text_of(value: Any) -> str:
    """The readable text of a message's content: a string, content blocks, or any JSON, at any depth."""
    texts: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            stack.extend(reversed(_readable(item)))
        elif isinstance(item, list | tuple):
            stack.extend(reversed(item))
        elif isinstance(item, int | float) and not isinstance(item, bool):
            texts.append(str(item))
    return "\n".join(texts)


def _readable(block: dict[Any, Any]) -> list[Any]:
    for key in ("text", "thinking", "content"):
        if key in block:
            return [block[key]]
    return [value for key, value in block.items() if key not in _SKIPPED]
