"""What an event adds to the scopes' own folders: decisions, failures, services, capabilities, plugins."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from knowledge.files import paths
from knowledge.files.edits import AnyEdit, NewFile, SectionEdit, Status
from knowledge.files.edits.descriptions import ACCEPTED
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.files.standing import Superseded
from knowledge.text import hashing
from knowledge.text.strings import abbreviated, one_line
from knowledge.usecases.record_event import wording
from knowledge.usecases.record_event.metrics import figures
from knowledge.usecases.record_event.models import Occurrence, Statement

CAPABILITIES = "3-descriptions/system/capabilities.md"

_WHY = re.compile(r"\b(?:because|since|due to|so that|in order to|reason|weil|damit|parce que|porque)\b", re.I)
_OTHERWISE = re.compile(r"\b(?:instead of|rather than|alternatives?|considered|compared|versus|vs|statt)\b", re.I)
_FAILED = re.compile(
    r"\b(?:fail(?:s|ed|ure|ing)?|g[ai]ve[sn]? up|crash\w*|did(?:n['’]t| not) work|times? out|timed out|gescheitert|"
    r"fehlgeschlagen|aufgegeben|échou\w+)\b",
    re.I,
)
_TRIED = re.compile(r"\b(?:tried|attempts?|retried|versucht|essayé)\b", re.I)
_LESSON = re.compile(r"\b(?:must|should|need(?:s|ed)? to|have to|has to|instead|never|always|lesson|muss)\b", re.I)
_SUMMARY = re.compile(r"\[\[(2-summaries/[^\]/]+/[^\]/]+\.md)\]\]")
_README = re.compile(
    r"^\+\+\+ (?:b/)?plugins/(?P<name>[\w.-]+)/README\.md\n@@ -0,0 [^\n]*\n(?P<lines>(?:\+[^\n]*(?:\n|\Z))+)", re.M
)


def decisions(
    event: Occurrence,
    statements: Sequence[Statement],
    superseded: Sequence[Superseded] = (),
    read: Callable[[str], str | None] = lambda _: None,
) -> Iterator[AnyEdit]:
    """A record of each decision that was told with its reason, its alternatives or what follows from it.

    One that takes an earlier one's place has a record in any case; each leads to the other.
    """
    replaced: defaultdict[str, list[str]] = defaultdict(list)
    for each in superseded:
        earlier = _record_path(each.since, each.said)
        if each.said and read(earlier):
            replaced[each.now].append(earlier)
    for at, decision in enumerate(statements):
        before = list(dict.fromkeys(replaced.get(decision.text, [])))
        sections = _sections(at, statements)
        binds = decision.says == "decision" or wording.decides(decision.text)
        if before or (binds and (sections["Context"] or sections["Alternatives"])):
            path = _record_path(f"{event.at:%Y-%m-%d}", decision.text)
            title = f"Decision: {_brief(decision.text)}"
            lead = [f"Status: {ACCEPTED}", *(f"Supersedes: [[{each}]]" for each in before)]
            yield _file(path, title, sections, event, Scope.SYSTEM, lead)
            for record in before:
                yield Status(path=record, status=f"superseded by [[{path}]] on {event.at:%Y-%m-%d}")


def _sections(at: int, statements: Sequence[Statement]) -> dict[str, list[str]]:
    decision = statements[at]
    around = [each for each in statements[max(0, at - 3) : at + 4] if abs(each.passage - decision.passage) <= 1]
    others = [each.text for each in around if each is not decision]
    return {
        "Context": [text for text in [decision.text, *others] if _WHY.search(text)],
        "Decision": [decision.text],
        "Alternatives": [text for text in [decision.text, *others] if _OTHERWISE.search(text)],
        "Consequences": [each.text for each in around if each.says == "requirement" and each is not decision],
    }


def _record_path(day: str, decision: str) -> str:
    """Where the record of what was decided on that day stands."""
    name = paths.slug(f"{day} {decision[:40]}")
    return paths.checked(f"3-descriptions/{Scope.SYSTEM}/decisions/{name}-{hashing.short(decision)}.md")


def failures(event: Occurrence, statements: Sequence[Statement]) -> Iterator[AnyEdit]:
    """What went wrong, why and what follows, where the event tells of it."""
    failed = [at for at, each in enumerate(statements) if _FAILED.search(each.text)]
    around = [each.text for each in statements[max(0, failed[0] - 2) : failed[-1] + 4]] if failed else []
    sections = {
        "What happened": [text for text in around if _FAILED.search(text)],
        "Root cause": [text for text in around if _WHY.search(text)],
        "Lesson learned": [text for text in around if _LESSON.search(text)],
        "Attempts": [text for text in around if _TRIED.search(text)],
    }
    if failed and (sections["Root cause"] or sections["Attempts"]) and sections["Lesson learned"]:
        path = paths.learned("failures", f"{paths.slug(event.title)[:45]}-{hashing.short(event.event_id)}")
        yield _file(path, f"Failure: {_brief(event.title)}", sections, event, Scope.LEARNED)


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
    """What a connected service reports: by kind of report what its figures are called, and where they stand now."""
    if path := service_file(event):
        name, kind = one_line(str(event.metadata["service"])), kind_of(event)
        reported = ", ".join(figures(event)) or "what happened"
        yield SectionEdit(
            path=path,
            title=f"Service: {name}",
            tags=["service", paths.slug(name)],
            scope=Scope.LEARNED.value,
            heading=kind,
            body=f"- Tells: {reported}\n- What it tells now stands in [[{summary}]]",
            mark=f"- **Reports**: {kind}",
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
            heading=f"{event.at:%Y-%m-%d} — {event.title}",
            body=details or event.title,
            mark=f"- **Event**: {event.kind} {event.event_id}",
            at=event.at,
        )


def plugins(event: Occurrence) -> Iterator[AnyEdit]:
    """The README of each plugin that a change brings."""
    for readme in _README.finditer(event.text):
        text = "\n".join(line[1:] for line in readme["lines"].splitlines())
        file = Description(readme["name"], FIRST, event.at, event.at, f"\n\n{text}\n", ["plugin"], "plugin")
        yield NewFile(
            path=f"3-descriptions/{Scope.PLUGINS}/{paths.slug(readme['name'])}.md", content=description.render(file)
        )


def _file(
    path: str, title: str, sections: dict[str, list[str]], event: Occurrence, scope: Scope, lead: Sequence[str] = ()
) -> NewFile:
    body = "".join(f"\n{line}\n" for line in lead) + "".join(
        f"\n## {name}\n\n" + "".join(f"- {one_line(text)}\n" for text in dict.fromkeys(texts)) if texts else ""
        for name, texts in sections.items()
    )
    text = f"\n\n# {title}\n{body}\n- **Event**: {event.kind} {event.event_id}\n"
    tags = [title.partition(":")[0].lower()]
    return NewFile(
        path=path, content=description.render(Description(title, FIRST, event.at, event.at, text, tags, scope.value))
    )


def _brief(text: str) -> str:
    return abbreviated(one_line(text), 90)
