"""E-mails out of texts: what one says, its subject and who sent it are never stored, only that there was one.

Where it is not clear how far an e-mail reaches, more goes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knowledge.privacy import email_boundaries
from knowledge.privacy.email_mentions import MARK, EmailTraces

__all__ = ["MARK", "CleanedValue", "without_emails"]

_DEPTH = 50  # of JSON; what lies deeper is an e-mail's for all we know


@dataclass(frozen=True)
class CleanedValue:
    """A value and its context without what was an e-mail in them, and how many the value had."""

    value: Any
    context: Any
    emails: int


def without_emails(value: Any, context: Any = None) -> CleanedValue:
    """The value, a text or JSON, with `[email]` for each e-mail in it and for each sentence that tells of one.

    `context` is what else may hold e-mails that the value tells of; it is returned without these, too.
    """
    around = EmailTraces()
    kept_context = _walked(context, around, 0)
    traces = EmailTraces(around.secrets, senders=around.senders)
    walked = _walked(value, traces, 0)
    traces.note_senders(_strings(walked))
    cleaned = _mapped(walked, traces.redacted)
    return CleanedValue(cleaned, kept_context, traces.count)


def _walked(value: Any, traces: EmailTraces, depth: int) -> Any:
    """The value without the e-mails in it; what tells of them is still there."""
    if depth > _DEPTH or (isinstance(value, dict) and email_boundaries.is_email(value)):
        return traces.take(_strings(value))
    match value:
        case dict():
            return {name: _walked(inner, traces, depth + 1) for name, inner in value.items()}
        case list() | tuple():
            return [_walked(inner, traces, depth + 1) for inner in value]
        case str():
            decoded = _decoded(value)
            return email_boundaries.cut(value, traces) if decoded is None else _rewritten(value, decoded, traces, depth)
        case _:
            return value


def _rewritten(text: str, decoded: Any, traces: EmailTraces, depth: int) -> str:
    """JSON as text without the e-mails in it; as it was written where there are none."""
    before = traces.count
    walked = _walked(decoded, traces, depth + 1)
    return text if traces.count == before else json.dumps(walked)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case dict():
            return {name: _mapped(inner, change) for name, inner in value.items()}
        case list():
            return [_mapped(inner, change) for inner in value]
        case str():
            return change(value)
        case _:
            return value


def _strings(value: Any) -> list[str]:
    """The texts in a value, however deep; keys aside."""
    texts, stack = [], [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict | list | tuple):
            stack.extend(item.values() if isinstance(item, dict) else item)
    return texts


def _decoded(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
