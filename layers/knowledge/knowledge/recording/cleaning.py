"""An event made fit for storing: one text and its fields, without secrets and e-mails."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from knowledge.emails import MARK, without_emails
from knowledge.models import storable
from knowledge.recording.model import Event, Occurrence
from knowledge.redaction import redact
from knowledge.text import abbreviated, one_line

MAX_TITLE = 100  # characters
_TIMES = ("occurred_at", "timestamp", "created_at", "date")
_EVENTS = ("type", "event", "event_type")  # where a webhook's body says what happened, as `invoice.payment_failed`
_STATUS = re.compile(r"^(?:[\w.]+\.)?(?:status|state|result|outcome): (.+)$", re.I | re.M)
_NAMES = {"conversation": "Conversation", "integration": "Integration", "research": "Research", "code_change": "Change"}


def cleaned(event: Event) -> Occurrence:
    """The event without secrets and e-mails; its time is what the metadata says, else now."""
    found = without_emails({"content": event.content, "metadata": event.metadata, "topic": event.topic})
    text = redact(storable(as_text(found.value["content"]))).strip()
    topic = redact(event.topic) if event.topic and MARK not in found.value["topic"] else None
    metadata = _redacted(found.value["metadata"]) if isinstance(found.value["metadata"], dict) else {}
    return Occurrence(
        kind=event.kind,
        event_id=one_line(redact(event.event_id)),
        topic=topic,
        title=_title(event, topic, text, metadata),
        text="" if not text.replace(MARK, "").strip() else text,
        metadata=metadata,
        at=_time(event.metadata),
        emails=found.emails,
    )


def as_text(content: Any) -> str:
    """Any content as text: chat messages as `Role: text`, other JSON as a line a value, `a.b: value`."""
    if isinstance(content, str):
        return content
    messages = content.get("messages", content) if isinstance(content, dict) else content
    if isinstance(messages, list) and all(isinstance(each, dict) and "content" in each for each in messages):
        return "\n\n".join(f"{_speaker(each)}: {'; '.join(values(each['content']))}" for each in messages)
    return "\n".join(f"{name}: {value}" if name else value for name, value in flat(content))


def flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each value inside JSON with its path, at most 200 of them."""
    stack, given = [(name, value)], 0
    while stack and given < 200:
        path, item = stack.pop()
        if isinstance(item, dict):
            stack += [(f"{path}.{key}" if path else str(key), inner) for key, inner in reversed(item.items())]
        elif isinstance(item, list):
            stack += [(path, inner) for inner in reversed(item)]
        elif item is not None:
            given += 1
            yield path, one_line(str(item))


def values(content: Any) -> list[str]:
    """The texts of a message's content, a string or content blocks."""
    if isinstance(content, str):
        return [content]
    return [value for name, value in flat(content) if name.rpartition(".")[2] in ("", "text", "content")]


def status(text: str, metadata: dict[str, Any]) -> str:
    """The state that an integration reports, in its metadata or in a line `status: …`; '' where it reports none."""
    given = metadata.get("status") or metadata.get("state")
    found = _STATUS.search(text)
    return one_line(str(given or (found[1] if found else "")))[:MAX_TITLE]


def _speaker(message: dict[str, Any]) -> str:
    return one_line(str(message.get("role") or message.get("speaker") or "Somebody"))[:40].capitalize()


def _title(event: Event, topic: str | None, text: str, metadata: dict[str, Any]) -> str:
    """What the event is called: its title, what an integration reports on, or its first telling line."""
    if event.kind == "integration" and not isinstance(event.content, str):
        own = _happened(event.content)
        about = [metadata.get("service") or topic, own or metadata.get("type") or metadata.get("integration")]
        named = " ".join(str(name) for name in about if name) or "Integration"
        text = ": ".join(filter(None, [one_line(named), status(text, metadata)]))
    lines = (line.strip().lstrip("#*>- ") for line in text.splitlines())
    first = next((line for line in lines if len(line) > 3 and MARK not in line), "")
    given = one_line(str(metadata.get("title") or ""))
    title = given if given and MARK not in given else one_line(first or topic or _NAMES[event.kind])
    return abbreviated(title, MAX_TITLE)


def _happened(content: Any) -> str:
    """What a webhook's body calls its event."""
    named = [content[name] for name in _EVENTS if name in content] if isinstance(content, dict) else []
    return next((name for name in named if isinstance(name, str)), "")


def _time(metadata: dict[str, Any]) -> datetime:
    for name in _TIMES:
        try:
            given = datetime.fromisoformat(str(metadata[name]))
        except (KeyError, ValueError):
            continue
        return (given if given.tzinfo else given.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
    return datetime.now(UTC).replace(microsecond=0)


def _redacted(value: Any) -> Any:
    match value:
        case str():
            return redact(value)
        case dict():
            return {redact(str(name)): _redacted(inner) for name, inner in value.items()}
        case list():
            return [_redacted(inner) for inner in value]
        case _:
            return value
