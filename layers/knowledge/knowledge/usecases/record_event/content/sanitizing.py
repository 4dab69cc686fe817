"""An event made fit for storing: one text and its fields, without secrets and, where its tenant wants, e-mails."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from knowledge.privacy.emails import MARK, CleanedValue, without_emails
from knowledge.privacy.secrets import redact
from knowledge.schemas import storable
from knowledge.text import frontmatter
from knowledge.text.rendering import rendered
from knowledge.text.statements.currencies import CODES
from knowledge.text.statements.values import values
from knowledge.text.strings import abbreviated, one_line, without_links
from knowledge.usecases.record_event.content import code_changes, git_log, kept_emails, plugin_readmes
from knowledge.usecases.record_event.content.body_fields import fields_of, in_lines
from knowledge.usecases.record_event.content.moments import moment, reported_moment
from knowledge.usecases.record_event.content.notes import are_notes
from knowledge.usecases.record_event.content.payload_text import as_text, assistants, flat, readable, speakers, states
from knowledge.usecases.record_event.content.webhooks import is_transaction
from knowledge.usecases.record_event.language.wording import unspoken
from knowledge.usecases.record_event.models import Event, Occurrence

MAX_TITLE = 100  # characters
_TIMES = ("occurred_at", "timestamp", "created_at", "createdAt", "created", "date")  # as a webhook's body has them
# As the front matter of a document has them, when it was changed last before when it was written.
_DOCUMENT_TIMES = ("updated", "lastmod", "last_modified", "last_updated", "modified", "date", "created")
_MOMENT = re.compile(r"\d{9,}")  # seconds or milliseconds since 1970
_REPORTING = (("service", "service name"), ("provider",), ("source",))  # what says whose report it is, the surest first
_PERIOD = re.compile(r"period\b")
_RELEASE = {
    "version": ("version", "release", "app version"),
    "environment": ("environment", "env"),
    "error": ("error", "error message", "failure reason"),
}
_EVENTS = ("type", "event", "event_type")  # where a webhook's body says what happened, as `invoice.payment_failed`
_ASKED = ("title", "query", "question", "topic")
# A key may have its path before it: `check_run.conclusion: failure`.
_STATUS = re.compile(r"^(?:[\w. ]+[. ])?(?:status|state|result|outcome|conclusion): (.+)$", re.I | re.M)
NAMES = {"conversation": "Conversation", "integration": "Integration", "research": "Research", "code_change": "Change"}


def cleaned(event: Event, *, keeps_emails: bool = False) -> Occurrence:
    """The event without secrets and, unless it keeps them, e-mails; its time is what the metadata says, else now."""
    header = ""
    if keeps_emails:
        content, metadata, header = kept_emails.opened(event.content, event.metadata)
        event = event.model_copy(update={"content": content, "metadata": metadata})
    given = {"content": event.content, "metadata": event.metadata, "topic": event.topic}
    scrubbed = CleanedValue(given, None, 0) if keeps_emails else without_emails(given)
    content = plugin_readmes.titled(event.kind, scrubbed.value["content"], scrubbed.value["metadata"])
    text = without_links(redact(storable(as_text(content)))).strip()
    topic = redact(event.topic) if event.topic and MARK not in scrubbed.value["topic"] else None
    fields = scrubbed.value["metadata"] if isinstance(scrubbed.value["metadata"], dict) else {}
    metadata = _redacted({**_reported_of(event.kind, scrubbed.value["content"]), **fields})
    return Occurrence(
        kind=event.kind,
        event_id=one_line(event.event_id),
        topic=topic,
        title=redact(_title(event, topic, text, metadata)),
        text="" if not text.replace(MARK, "").strip() else text,
        metadata=metadata,
        at=_time(event),
        emails=scrubbed.emails,
        keeps_emails=keeps_emails,
        header=without_links(redact(storable(header))),
        transaction=(is_transaction(event.content) or _is_payment(text, metadata)) and not event.metadata.get("period"),
        speakers=(named := speakers(scrubbed.value["content"])),
        assistants=assistants(scrubbed.value["content"]),
        states=_redacted(states(content)) if event.kind == "integration" else {},
        notes=event.kind == "conversation" and not named and are_notes(text),
    )


def status(text: str, metadata: dict[str, Any]) -> str:
    """The state that an integration reports, in its metadata or in a line `status: …`; '' where it reports none."""
    given = metadata.get("status") or metadata.get("state")
    line = _STATUS.search(text)
    return one_line(str(given or (line[1] if line else "")))[:MAX_TITLE]


def _is_payment(text: str, metadata: dict[str, Any]) -> bool:
    """Whether a line tells what one payment, refund or payout moved: it is called a payment, and has a state."""
    moved = [value for value in values(text) if value.kind.upper() in CODES] if "\n" not in text else []
    return metadata.get("type") == "payment" and bool(metadata.get("status")) and len(moved) == 1


def _title(event: Event, topic: str | None, text: str, metadata: dict[str, Any]) -> str:
    """What the event is called: its title, what an integration reports on, or its first telling line."""
    is_untitled = text.partition(":")[0].lower() in _REPORTING[0] and bool(in_lines(text))
    if event.kind == "integration" and (is_untitled or not isinstance(event.content, str)):
        own = _happened(event.content)
        about = [metadata.get("service") or topic, own or metadata.get("type") or metadata.get("integration")]
        named = " ".join(str(name) for name in about if name) or "Integration"
        text = ": ".join(filter(None, [one_line(named), status(text, metadata)]))
    if event.kind == "code_change":
        files = code_changes.patched(text)
        text = f"Change of {', '.join(files)}" if files else git_log.as_messages(text)
    lines = (_words(line, event) for line in rendered(text).splitlines() if not line.lstrip().startswith("|"))
    first = next((line for line in lines if len(line) > 3 and MARK not in line), "") or _reported(event, topic)
    given = one_line(str(metadata.get("title") or _asked(event.content) or frontmatter.fields(text).get("title", "")))
    title = given if given and MARK not in given else one_line(first or topic or NAMES[event.kind])
    return abbreviated(title, MAX_TITLE)


def _words(line: str, event: Event) -> str:
    """What a line says, without its marks and without who speaks."""
    words = line.strip().lstrip("#*>- ")
    return unspoken(words) if event.kind == "conversation" else words


def _reported_of(kind: str, content: Any) -> dict[str, Any]:
    """Whose report it is and of when, where its body says so: a report of several services is none's."""
    fields = list(flat(fields_of(content))) if kind == "integration" else []
    by_field = [{value for path, value in fields if readable(path) in names} for names in _REPORTING]
    services = next(filter(None, by_field), set())
    times = [value for path, value in fields if _PERIOD.match(readable(path)) and "period" in path.lower().split(".")]
    period = " to ".join(dict.fromkeys(time for time in times if not _MOMENT.fullmatch(time)))
    happened = _happened(content) if kind == "integration" else ""
    reported = {"service": services.pop() if len(services) == 1 else "", "period": period, "happened": happened}
    return {name: value for name, value in {**reported, **_released(fields)}.items() if value}


def _released(fields: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Which version, where, and with which error, where a body tells one of each."""
    by_name = {name: {value for path, value in fields if readable(path) in paths} for name, paths in _RELEASE.items()}
    return {name: values.pop() for name, values in by_name.items() if len(values) == 1}


def _reported(event: Event, topic: str | None) -> str:
    """What a report that begins with a table is called."""
    named = [event.metadata.get(name) for name in ("service", "type")] if event.kind == "integration" else []
    return topic or " ".join(str(name) for name in named if name)


def _happened(content: Any) -> str:
    """What a webhook's body calls its event."""
    if not isinstance(content, dict):
        return ""
    named = [content[name] for name in _EVENTS if name in content]
    things = [f"{readable(key)} {inner['name']}" for key, inner in content.items() if _has_name(inner)]
    of_object = [content.get("object")] if "id" in content else []  # `refund`, as Stripe says what a body is
    return next((name for name in [*named, *things, *of_object] if isinstance(name, str)), "")


def _has_name(inner: Any) -> bool:
    return isinstance(inner, dict) and isinstance(inner.get("name"), str)


def _asked(content: Any) -> str:
    """What research that came as JSON was for."""
    named = [content[name] for name in _ASKED if name in content] if isinstance(content, dict) else []
    return next((name for name in named if isinstance(name, str)), "")


def _fields(content: Any) -> dict[str, Any]:
    """The times that a document's front matter gives, or a payload, at its top or of its latest commit."""
    if isinstance(content, str):
        given = frontmatter.fields(content)
        return {"date": next((given[name] for name in _DOCUMENT_TIMES if reported_moment(given.get(name))), "")}
    if not isinstance(content, dict):
        return {}
    latest = content.get("head_commit")
    return {name: given for fields in (content, latest) if isinstance(fields, dict) for name, given in fields.items()}


def _time(event: Event) -> datetime:
    """When the caller says that it was, else the first moment among its fields that is none to come; else now."""
    fields = {**_fields(event.content), **event.metadata}
    moments = (reported_moment(fields[name]) for name in _TIMES if name in fields)
    at = moment(event.metadata.get("occurred_at")) or next(filter(None, moments), datetime.now(UTC))
    return at.replace(microsecond=0)


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
