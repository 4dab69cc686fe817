"""Any content of an event as one text that people can read."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from knowledge.text.strings import one_line
from knowledge.usecases.record_event.content import named_items
from knowledge.usecases.record_event.content.html_text import plain
from knowledge.usecases.record_event.content.named_items import PROSE
from knowledge.usecases.record_event.content.webhooks import commits, with_money

MAX_VALUES = 1_000  # of a JSON content
# Parts of a path that only wrap what is reported.
_WRAPPING = {
    "data", "object", "payload", "attributes", "properties", "report", "metrics", "meta", "metadata", "body",
    "event", "response", "result", "results", "content", "rows", "items", "values",
}  # fmt: skip
_MEASURE = {"name", "metric", "label", "unit", "currency"}  # beside a `value`
_ASSISTANT = {"assistant", "model", "ai", "bot"}  # roles of messages that a program writes
_NOBODYS = {"system", "developer", "tool", "function"}  # roles of messages that instruct a program or that one prints
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")  # `createdAt`: between d and A


def as_text(content: Any) -> str:
    """Any content as text: chat messages as `Speaker: text`, commits as their messages, other JSON a line a value.

    HTML is Markdown. What instructs a program, or a tool prints, is none of the messages: nobody said it. A value that
    is prose stands as a paragraph of its own, any other after its `readable` name.
    """
    if isinstance(content, str):
        return plain(content)
    if messages := _messages(content):
        spoken = [message for message in messages if str(message.get("role")).lower() not in _NOBODYS]
        return "\n\n".join(f"{_speaker(message)}: {'; '.join(values(message['content']))}" for message in spoken)
    if pushed := commits(content):
        return "\n\n".join(pushed)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_line(*leaf) for leaf in _leaves(with_money(content)))).strip()


def speakers(content: Any) -> frozenset[str]:
    """Those who speak in chat messages."""
    return frozenset(map(_speaker, _messages(content)))


def assistants(content: Any) -> frozenset[str]:
    """Those of them that are programs."""
    return frozenset(_speaker(one) for one in _messages(content) if str(one.get("role")).lower() in _ASSISTANT)


def flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each value inside JSON with its path, in one line; at most `MAX_VALUES` of them."""
    return ((path, one_line(text)) for path, text in _leaves(value, name))


def values(content: Any) -> list[str]:
    """The texts of a message's content, a string or content blocks."""
    if isinstance(content, str):
        return [plain(content)]
    return [value for name, value in flat(content) if name.rpartition(".")[2] in ("", "text", "content")]


def readable(path: str) -> str:
    """A path as people say it: `data.object.amount_due` is the amount due, `report.activeUsers` active users."""
    parts = named_items.PART.findall(path)
    if named_items.is_below_name(path):
        parts.pop()
    telling = [part for part in parts[:-1] if part.lower() not in _WRAPPING] + parts[-1:]
    return " ".join(word for part in telling for word in _words(part))


def states(content: Any) -> dict[str, str]:
    """The states that the named items of a content's arrays are in, by their names; of two of one name neither's."""
    leaves = [(path, one_line(text)) for path, text in _leaves(content) if named_items.is_state(path)]
    count = Counter(path for path, _ in leaves)
    return {readable(path): state for path, state in leaves if count[path] == 1}


def _words(part: str) -> list[str]:
    if part.startswith("`"):  # the name of an item, as it is
        return [part.strip("`")]
    words = part.replace("_", " ").split()
    return [piece if piece.isupper() else piece.lower() for word in words for piece in _CAMEL.split(word)]


def _line(path: str, text: str) -> str:
    if not path:
        return one_line(text)
    return f"\n{text.strip()}\n" if len(text.split()) >= PROSE else f"{readable(path)}: {one_line(text)}"


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    stack, given = [(name, value)], 0
    while stack and given < MAX_VALUES:
        path, item = stack.pop()
        item = _measured(item)
        if isinstance(item, dict):
            stack += [(f"{path}.{key}" if path else str(key), inner) for key, inner in reversed(item.items())]
        elif isinstance(item, list):
            stack += [(path, named_items.named(_measured(inner))) for inner in reversed(item)]
        elif item is not None:
            given += 1
            yield path, plain(str(item))


def _measured(item: Any) -> Any:
    """A record of one value as people write it: `{"name": "signups", "value": 41}` is `{"signups": 41}`, and
    `{"value": 12400, "currency": "EUR"}` is `12400 EUR`."""
    match item:
        case {"value": str() | int() | float() as value, **others} if others and others.keys() <= _MEASURE:
            unit = others.get("currency") or others.get("unit") or ""
            number = f"{value} {unit.upper() if 'currency' in others else unit}" if isinstance(unit, str) else value
            name = next((others[key] for key in ("name", "metric", "label") if key in others), None)
            return {str(name): one_line(str(number))} if name else one_line(str(number))
    return item


def _messages(content: Any) -> list[dict[str, Any]]:
    """The chat messages that a content is; none where it is anything else."""
    messages = content.get("messages", content) if isinstance(content, dict) else content
    is_chat = isinstance(messages, list) and all(isinstance(one, dict) and "content" in one for one in messages)
    return messages if is_chat else []


def _speaker(message: dict[str, Any]) -> str:
    named = one_line(str(message.get("name") or message.get("role") or message.get("speaker") or "Somebody"))[:40]
    return named[:1].upper() + named[1:]
