"""What an event adds to the scopes' own folders: decisions, failures, services, capabilities, plugins."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from knowledge.files import paths
from knowledge.files.current_statements import SupersededStatement
from knowledge.files.edits import AnyEdit, Marks, NewFile, Patch, SectionEdit, Status
from knowledge.files.edits.descriptions import ACCEPTED
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.text import hashing
from knowledge.text.sentences import sentences
from knowledge.text.statements import entry_lines, marks
from knowledge.text.strings import one_line, short_line
from knowledge.usecases.record_event.edits.consequences import consequences
from knowledge.usecases.record_event.language import reasons, wording
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.statements.metrics import names

INTEGRATIONS = "3-descriptions/documentation/integrations/log.md"
CAPABILITIES = "3-descriptions/system/capabilities.md"

ALONE = 2  # words of a sentence that only says that something is decided
_SUMMARY = re.compile(r"\[\[(2-summaries/[^\]/]+/[^\]/]+\.md)\]\]")
_README = re.compile(
    r"^\+\+\+ (?:b/)?plugins/(?P<name>[\w.-]+)/README\.md\n@@ -0,0 [^\n]*\n(?P<lines>(?:\+[^\n]*(?:\n|\Z))+)", re.M
)


# The hunks of a README that there was before (`@@ -1`); a new one begins with `@@ -0,0`.
_CHANGED = re.compile(
    r"^\+\+\+ (?:b/)?plugins/(?P<name>[\w.-]+)/README\.md\n"
    r"(?P<hunks>(?:(?:@@ -[1-9]|[-+ ](?!\+\+ |-- ))[^\n]*(?:\n|\Z))+)",
    re.M,
)


def decisions(
    event: Occurrence,
    statements: Sequence[Statement],
    superseded: Sequence[SupersededStatement] = (),
    read: Callable[[str], str | None] = lambda _: None,
) -> Iterator[AnyEdit]:
    """A record of each decision that was told with its reason, its alternatives or what follows from it.

    One that takes an earlier one's place has a record in any case; each leads to the other.
    """
    replaced: defaultdict[str, list[str]] = defaultdict(list)
    ended: dict[str, SupersededStatement] = {}
    for change in superseded:
        earlier = _record_path(change.since, change.statement)
        if change.statement and read(earlier):
            replaced[change.now].append(earlier)
            ended[earlier] = change
    for at, decision in enumerate(statements):
        before = list(dict.fromkeys(replaced.get(decision.text, [])))
        sections = _sections(at, statements, event)
        binds = decision.says == "decision" or wording.decides(decision.text)
        if before or (binds and _is_explained(decision.text, sections)):
            path = _record_path(f"{event.at:%Y-%m-%d}", decision.text)
            [made] = sections["Decision"]
            label, _, rest = made.partition(": ")
            title = f"Decision: {short_line(rest if rest and ' ' not in label else made)}"
            lead = [f"Status: {ACCEPTED}", *(f"Supersedes: [[{record}]]" for record in before)]
            yield document(path, title, sections, event, Scope.SYSTEM, lead)
            for record in before:
                yield Status(path=record, status=f"superseded by [[{path}]] on {event.at:%Y-%m-%d}")
                until = marks.until(f"{event.at:%Y-%m-%d}", decision.text)
                yield Marks(path=record, marks={ended[record].statement.rstrip("."): until})


def _sections(at: int, statements: Sequence[Statement], event: Occurrence) -> dict[str, list[str]]:
    """What led to a decision stands before it, what follows from it behind it; reasons and alternatives anywhere."""
    decision = statements[at]
    near = [
        statement for statement in statements[max(0, at - 3) : at + 4] if abs(statement.passage - decision.passage) <= 1
    ]
    others = [statement for statement in near if statement is not decision]
    decided = sentences(decision.text)
    place = next((at for at, sentence in enumerate(decided) if wording.decides(sentence)), 0)
    alone = place and len(decided[place].split()) <= ALONE  # `Beschlossen.` is said of what was said before
    decided = (
        [*decided[: place - 1], " ".join(decided[place - 1 : place + 1]), *decided[place + 1 :]] if alone else decided
    )
    place -= bool(alone)
    made, labelled = decided.pop(place), _labelled([decided, *(sentences(other.text) for other in others)])
    parts = {sentence for texts in labelled.values() for sentence in texts}
    below = {name: [wording.part_of_record(sentence)[1] for sentence in texts] for name, texts in labelled.items()}
    before, after = (
        [sentence for sentence in part if sentence not in parts] for part in (decided[:place], decided[place:])
    )
    stated = [
        *before,
        *after,
        *(sentence for other in others for sentence in sentences(other.text) if sentence not in parts),
    ]
    required = [
        other.text for other in others if other.says == "requirement" and parts.isdisjoint(sentences(other.text))
    ]
    return {
        "Context": [*before, *filter(reasons.gives_reason, stated), *below.get("Context", [])],
        "Decision": [wording.part_of_record(made)[1]],
        "Alternatives": [
            *(below.get("Alternatives") or filter(None, [reasons.alternative(made)])),
            *filter(reasons.alternative, stated),
        ],
        "Consequences": [
            *consequences(made, after, event),
            *below.get("Consequences", []),
            *consequences(made, required, event),
        ],
    }


def _labelled(statements: Iterable[Sequence[str]]) -> defaultdict[str, list[str]]:
    """What is said below each label of a record (`Alternatives: …`), up to the next one of its statement."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for texts in statements:
        part = ""
        for sentence in texts:
            part = wording.part_of_record(sentence)[0] or part
            if part:
                parts[part].append(sentence)
    return parts


def _is_explained(decision: str, sections: dict[str, list[str]]) -> bool:
    """Whether more is told of a decision than that it was made; of an intention that has to be its reason."""
    explained = reasons.gives_reason(decision) or sections["Alternatives"]
    return bool(explained or any(map(reasons.gives_reason, sections["Context"]))) or (
        wording.chooses(decision) and len(sentences(decision)) > 1
    )


def _record_path(day: str, decision: str) -> str:
    """Where the record of what was decided on that day stands."""
    name = paths.slug(f"{day} {decision[:40]}")
    return paths.checked(f"3-descriptions/{Scope.SYSTEM}/decisions/{name}-{hashing.short(decision)}.md")


def service_file(event: Occurrence) -> str | None:
    """Where what is known of the event's service stands; None where it names none."""
    name = one_line(str(event.metadata.get("service") or ""))
    return paths.learned("services", name) if name else None


def kind_of(event: Occurrence) -> str:
    """Which kind of report it is."""
    return one_line(str(event.metadata.get("type") or event.title.partition(":")[0]))[:80]


def summary_of(service: str, kind: str) -> str | None:
    """The summary to which a service's file leads for a kind of report."""
    _, _, section = f"\n{service}".partition(f"\n## {kind}\n")
    link = _SUMMARY.search(section)
    return link[1] if link and paths.is_allowed(link[1]) else None


def service(event: Occurrence, summary: str) -> Iterator[AnyEdit]:
    """What a connected service reports: by kind of report what its figures are called, and where they stand now.

    Of single payments or orders nothing stands in a summary: they are in the log.
    """
    if path := service_file(event):
        name, kind = one_line(str(event.metadata["service"])), kind_of(event)
        place = f"Each: [[{INTEGRATIONS}]]" if event.transaction else f"Now: [[{summary}]]"
        yield SectionEdit(
            path=path,
            title=f"Service: {name}",
            tags=["service", paths.slug(name)],
            scope=Scope.LEARNED.value,
            heading=kind,
            items=[figure.removeprefix(f"{name} ") for figure in names(event)],
            body=f"- {place}",
            mark=entry_lines.field("Reports", kind),
            at=event.at,
        )


def capability(event: Occurrence, kind: str, details: str) -> Iterator[AnyEdit]:
    """What the product can do since a change that added it."""
    if kind == "New feature":
        yield SectionEdit(
            path=CAPABILITIES,
            title="Capabilities",
            tags=["capabilities"],
            scope=Scope.SYSTEM.value,
            heading=entry_lines.dated_heading(event.at, event.title),
            body=details or event.title,
            mark=event.mark,
            at=event.at,
        )


def plugins(event: Occurrence) -> Iterator[AnyEdit]:
    """The README of each plugin that a change brings, and what it changes in one that is there."""
    for readme in _README.finditer(event.text):
        text = "\n".join(line[1:] for line in readme["lines"].splitlines())
        file = Description(readme["name"], FIRST, event.at, event.at, f"\n\n{text}\n", ["plugin"], "plugin")
        yield NewFile(path=_plugin(readme["name"]), content=description.render(file))
    for name, parts in _patches(event.text).items():
        yield Patch(path=_plugin(name), parts=parts)


def _patches(text: str) -> dict[str, list[tuple[str, str]]]:
    """For each plugin whose README changes the parts that do, as they were and as they are."""
    patches: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for change in _CHANGED.finditer(text):
        for hunk in re.split(r"^@@ [^\n]*\n", change["hunks"], flags=re.M)[1:]:
            lines = hunk.splitlines()
            old, new = ("\n".join(line[1:] for line in lines if line[:1] in (" ", mark)) for mark in "-+")
            patches[change["name"]].append((old, new))
    return dict(patches)


def _plugin(name: str) -> str:
    return f"3-descriptions/{Scope.PLUGINS}/{paths.slug(name)}.md"


def document(
    path: str, title: str, sections: dict[str, list[str]], event: Occurrence, scope: Scope, lead: Sequence[str] = ()
) -> NewFile:
    body = "".join(f"\n{line}\n" for line in lead) + "".join(
        f"\n## {name}\n\n" + "".join(f"- {one_line(text)}\n" for text in dict.fromkeys(texts)) if texts else ""
        for name, texts in sections.items()
    )
    text = f"\n\n# {title}\n{body}\n{event.mark}\n"
    tags = [title.partition(":")[0].lower()]
    return NewFile(
        path=path, content=description.render(Description(title, FIRST, event.at, event.at, text, tags, scope.value))
    )
