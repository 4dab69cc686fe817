"""What an event adds to files: a section of one, an entry of a log (Type, Reason, Details, Tests…), or all of one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from knowledge.files import edits, paths
from knowledge.files.edits import AnyEdit, Bullets, NewFile, SectionEdit
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.privacy.emails import MARK
from knowledge.text import frontmatter
from knowledge.text.sentences import paragraphs
from knowledge.text.statements import entry_lines
from knowledge.text.statements.removal import BRINGS, TAKES_OUT
from knowledge.text.strings import one_line
from knowledge.usecases.record_event.content import code_changes, layout
from knowledge.usecases.record_event.content.payload_text import flat
from knowledge.usecases.record_event.content.webhooks import is_upkeep
from knowledge.usecases.record_event.language import reasons, wording
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Says, Statement
from knowledge.usecases.record_event.statements.reported_period import period
from knowledge.usecases.record_event.statements.technologies import removed, technologies

CAPABILITIES = "3-descriptions/system/capabilities.md"
RECENT = 10  # entries of a log that its summary shows
MAX_DETAILS = 1_500  # characters
_NEW = "New feature"
_TYPES = {
    "Fix": r"fix(?:ed|es)?|bug ?fix|resolv\w+|repair\w*|correct\w*",
    _NEW: rf"{BRINGS}|implement\w*|introduc\w*|creat\w*",
    "Removal": rf"{TAKES_OUT}|remov\w*|delet\w*|drop\w*",
    "Refactoring": r"refactor\w*|renam\w*|mov\w*|clean\w*|simplif\w*",
    "Upgrade": r"upgrad\w*|bump\w*|migrat\w*|updat\w*",
    "Performance": r"perf|speed\w*|optimi[sz]\w*",
    "Build": r"ci|build",
    "Documentation": r"docs?|document\w*|readme",
    "Tests": r"tests?",
}
_CLOSING = tuple(")]\"'»”%°€$£")  # what a sentence may end with that ends none
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.M)
_PREFIX = re.compile(r"(?<!\w)\w+(?:\([^()]*\))?!?: ")  # of a conventional commit
# "12 tests passed, 3 failed"
_TESTS = re.compile(r"\b\d+ (?:tests? )?passed\b(?:,? (?:and )?\d+ (?:tests? )?(?:failed|skipped)\b){0,2}", re.I)


def section(event: Occurrence, path: str, title: str, tags: Sequence[str]) -> SectionEdit:
    """What the event says, whole, below its date and title; an e-mail behind its header, a document behind what its
    front matter says, whose tags are the section's, too."""
    fields, (_, body) = frontmatter.fields(event.text), frontmatter.split(event.text)
    front = " · ".join(f"{name}: {', '.join(text for _, text in flat(value))}" for name, value in fields.items())
    text = "\n\n".join(filter(None, [event.header, front, body]))
    tags = [*tags, *frontmatter.tags(fields)]
    return _entered(event, path, title, tags, edits.with_lower_headings(text, 2))


def log(
    path: str, title: str, tags: Sequence[str], event: Occurrence, extraction: EventExtraction, scope: str = ""
) -> SectionEdit:
    """The event as an entry of a log."""
    return _entered(event, path, title, tags, _log_entries(event, extraction), scope)


def capability(event: Occurrence, details: str) -> Iterator[AnyEdit]:
    """What the product can do since a change that added it: all of it, or what a heading or a commit says to be new."""
    pushed = code_changes.changes(event.text)
    new = [change for change in pushed if len(pushed) > 1 and _named(change) == _NEW]
    added = [" ".join(texts) for heading, texts in _below_headings(event) if _named(heading) == _NEW] or [
        " ".join(sentence for part in paragraphs(code_changes.messages(change)) for sentence in part) for change in new
    ]
    body = " ".join(added) or (details or event.title if type_of(event) == _NEW else "")
    if body:
        yield _entered(event, CAPABILITIES, "Capabilities", ["capabilities"], body, Scope.SYSTEM.value)


def headline(event: Occurrence) -> str:
    """A change in a line: its title, and of a patch alone what it brings and takes out."""
    return ": ".join(filter(None, [event.title, _exchanged(event)]))


def recent(topic: str, title: str, log: str, event: Occurrence, about: str) -> Bullets:
    """The latest entries of a log, in the summary that leads to it, which holds what `about` says."""
    line = f"{event.at:%Y-%m-%d}: {event.title} [[{log}]]"
    return Bullets(
        path=paths.summary("documentation", topic), title=title, bullets=[line], at=event.at, about=about, latest=RECENT
    )


def document(
    path: str, title: str, sections: dict[str, list[str]], event: Occurrence, scope: Scope, lead: Sequence[str] = ()
) -> NewFile:
    """A new file with these sections below its `lead`, each of them a list; those without items are left out."""
    body = "".join(f"\n{line}\n" for line in lead) + "".join(
        f"\n## {name}\n\n" + "".join(f"- {one_line(text)}\n" for text in dict.fromkeys(texts)) if texts else ""
        for name, texts in sections.items()
    )
    text = f"\n\n# {title}\n{body}\n{event.mark}\n"
    tags = [title.partition(":")[0].lower()]
    return NewFile(
        path=path, content=description.render(Description(title, FIRST, event.at, event.at, text, tags, scope.value))
    )


def labelled(statements: Sequence[Statement], texts: Sequence[str], *, decisions_alone: bool) -> list[str]:
    """What is left of the statements, each behind what it is, or the decisions alone."""
    return [
        _prefixed(one.says, text) if one.says == "decision" or not decisions_alone else text
        for one, text in zip(statements, texts, strict=True)
    ]


def _prefixed(says: Says, text: str) -> str:
    """A statement's text behind the word for its kind, as `Decision: …`; facts need none."""
    is_labelled = text.lower().startswith(says) or wording.part_of_record(text)[0]
    is_plain = says in ("fact", "status") or not wording.opens(says, text)
    return text if is_plain or is_labelled else entry_lines.labelled(says, text)


def _entered(event: Occurrence, path: str, title: str, tags: Sequence[str], body: str, scope: str = "") -> SectionEdit:
    return SectionEdit(
        path=path,
        title=title,
        tags=list(dict.fromkeys(tags)),
        scope=scope or (Scope.LEARNED.value if paths.scope(path) is Scope.LEARNED else ""),
        heading=entry_lines.dated_heading(event.at, event.title),
        body=body,
        mark=event.mark,
        at=event.at,
    )


def _log_entries(event: Occurrence, extraction: EventExtraction) -> str:
    """An entry for each change that a push brings, below its own title; upkeep stands in one line each."""
    changes = code_changes.changes(event.text) if event.kind == "code_change" else []
    own = [change for change in changes if not is_upkeep(change)]
    titles = [change.partition("\n")[0] for change in own]
    single = [replace(event, title=title, text=text) for title, text in zip(titles, own, strict=True)]
    rules = replace(extraction, method="rules")
    bodies = [f"### {change.title}\n\n{log_entry(change, rules)}" for change in single]
    bodies = bodies if len(own) > 1 else [log_entry(event, extraction)]
    upkeep = [one_line(change.replace("\n", " — ", 1))[:MAX_DETAILS] for change in changes if own and is_upkeep(change)]
    return "\n\n".join(
        [*bodies, *(["### Upkeep\n\n" + "".join(f"- {change}\n" for change in upkeep)] if upkeep else [])]
    )


def log_entry(event: Occurrence, extraction: EventExtraction) -> str:
    """The entry's lines; what is not known is left out."""
    given = event.metadata
    fields = {
        "Type": _given(given, "change_type", "happened", "type") or type_of(event),
        "E-mail": event.header,
        "Reason": _given(given, "reason") or reasons.reason(event.text),
        "Details": _given(given, "details") or details(event, extraction),
        "Period": period(event),
        "Tests": _given(given, "tests") or _tests(event.text),
        "Dependencies": _given(given, "dependencies") or _exchanged(event),
    }
    return "\n".join(entry_lines.field(name, value) for name, value in fields.items() if value)


def _given(metadata: dict[str, Any], *names: str) -> str:
    """What the metadata says under the first of the names that it has."""
    value = next((metadata[name] for name in names if metadata.get(name)), "")
    return ", ".join(f"{name}: {text}" if name else text for name, text in flat(value))[:MAX_DETAILS]


def type_of(event: Occurrence) -> str:
    """The kind of a change: a fix, a new feature, an upgrade."""
    if event.kind == "integration":
        return "Integration"
    titles = event.title, _PREFIX.sub("", event.title, count=1), *_subjects(event)
    return next((name for title in titles if (name := _named(title))), "Change")


def _subjects(event: Occurrence) -> list[str]:
    """What the change begins with; of several headings or commits the first, where all are of one kind."""
    headings = [heading for heading, _ in _below_headings(event) if heading]
    messages = map(code_changes.messages, code_changes.changes(_own(event)))
    subjects = headings or [message.partition("\n")[0] for message in messages]
    return subjects[:1] if len(set(map(_named, subjects))) == 1 else []


def _named(title: str) -> str:
    return next((name for name, words in _TYPES.items() if re.match(rf"(?:{words})\b", title, re.I)), "")


def details(event: Occurrence, extraction: EventExtraction) -> str:
    """All that the event says in sentences, or in the lines of an integration's report, without code.

    By a model, what it says in brief; the title alone is no detail.
    """
    if extraction.method == "llm":
        texts = [statement.text for statement in extraction.statements if statement.says != "technology"]
    elif event.kind == "integration":
        texts = ["; ".join(filter(None, map(str.strip, event.text.splitlines())))]
    else:
        below = _below_headings(event)
        texts = [f"{heading}: {' '.join(texts)}" if heading else " ".join(texts) for heading, texts in below]
    sentence = one_line(" ".join(texts) or (event.title if event.kind == "code_change" else event.text))
    return "" if event.kind == "code_change" and sentence == event.title else sentence[:MAX_DETAILS]


def _below_headings(event: Occurrence) -> list[tuple[str, list[str]]]:
    """Each heading of a change below which something is said, with its sentences; '' where none stands above them."""
    above, *rest = _HEADING.split(layout.as_markdown(code_changes.messages(_own(event))))
    stretches = [("", above), *zip(rest[::2], rest[1::2], strict=True)]
    sections = [(heading.strip(" :."), _sentences(text, event.title)) for heading, text in stretches]
    return [(heading, texts) for heading, texts in sections if texts]


def _sentences(text: str, title: str) -> list[str]:
    """The sentences but for the title and what is left out."""
    sentences = (sentence for block in paragraphs(text) for sentence in block)
    return [
        _ended(sentence) for sentence in sentences if MARK not in sentence and sentence.rstrip(".") != title.rstrip(".")
    ]


def _exchanged(event: Occurrence) -> str:
    """What a text that is nothing but a patch brings, and takes out."""
    if event.kind != "code_change" or not code_changes.patched(event.text):
        return ""
    gone = removed(event.text, event.metadata)
    return ", ".join([*technologies(event.text, event.metadata), *(f"without {name}" for name in gone)])


def _own(event: Occurrence) -> str:
    """What an event tells beside upkeep; all of it where it tells nothing else."""
    own = [change for change in code_changes.changes(event.text) if not is_upkeep(change)]
    return "\n\n".join(own) or event.text


def _ended(sentence: str) -> str:
    return (
        f"{sentence}."
        if sentence[:1].isalnum() and (sentence[-1:].isalnum() or sentence[-1:] in _CLOSING)
        else sentence
    )


def _tests(text: str) -> str:
    match = _TESTS.search(text)
    return one_line(match[0]) if match else ""
