"""What an event adds to a file: a section of a description, an entry of a log, a line that leads to it."""

from collections.abc import Sequence

from knowledge.files import edits, paths
from knowledge.files.edits import Bullets, SectionEdit
from knowledge.files.paths import Scope
from knowledge.usecases.record_event import changelog
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Statement

RECENT = 10  # entries of a log that its summary shows


def section(event: Occurrence, path: str, title: str, tags: Sequence[str]) -> SectionEdit:
    """What the event says, whole, below its date and title."""
    return _entered(event, path, title, tags, edits.with_lower_headings(event.text, 2))


def log(
    path: str, title: str, tags: Sequence[str], event: Occurrence, extraction: EventExtraction, scope: str = ""
) -> SectionEdit:
    """The event as an entry of a log."""
    return _entered(event, path, title, tags, changelog.entry(event, extraction), scope)


def recent(topic: str, title: str, log: str, event: Occurrence, about: str) -> Bullets:
    """The latest entries of a log, in the summary that leads to it, which holds what `about` says."""
    line = f"{event.at:%Y-%m-%d}: {event.title} [[{log}]]"
    return Bullets(
        path=paths.summary("documentation", topic), title=title, bullets=[line], at=event.at, about=about, latest=RECENT
    )


def prefixed(statement: Statement) -> str:
    """`Decision: …`; facts need no word before them."""
    plain = statement.says == "fact" or statement.text.lower().startswith(statement.says)
    return statement.text if plain else f"{statement.says.capitalize()}: {statement.text}"


def titled(topic: str) -> str:
    """A topic's name as a title."""
    return topic.replace("-", " ").capitalize()


def _entered(event: Occurrence, path: str, title: str, tags: Sequence[str], body: str, scope: str = "") -> SectionEdit:
    return SectionEdit(
        path=path,
        title=title,
        tags=list(dict.fromkeys(tags)),
        scope=scope or (Scope.LEARNED.value if paths.scope(path) is Scope.LEARNED else ""),
        heading=f"{event.at:%Y-%m-%d} — {event.title}",
        body=body,
        mark=f"- **Event**: {event.kind} {event.event_id}",
        at=event.at,
    )
