"""What an event adds to the scopes' own folders: decisions, failures, services, capabilities, plugins."""

import re
from collections.abc import Iterator, Sequence

from knowledge.files import paths
from knowledge.files.edits import AnyEdit, NewFile, SectionEdit
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.text import hashing
from knowledge.text.strings import abbreviated, one_line
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


def decisions(event: Occurrence, statements: Sequence[Statement]) -> Iterator[AnyEdit]:
    """A record of each decision that was told with its reason, its alternatives or what follows from it."""
    for at, decision in enumerate(statements):
        if decision.says != "decision":
            continue
        around = [each for each in statements[max(0, at - 3) : at + 4] if abs(each.passage - decision.passage) <= 1]
        others = [each.text for each in around if each is not decision]
        sections = {
            "Context": [text for text in [decision.text, *others] if _WHY.search(text)],
            "Decision": [decision.text],
            "Alternatives": [text for text in [decision.text, *others] if _OTHERWISE.search(text)],
            "Consequences": [each.text for each in around if each.says == "requirement"],
        }
        if sections["Context"] or sections["Alternatives"]:
            name = f"{event.at:%Y-%m-%d} {decision.text[:40]}"
            path = f"3-descriptions/{Scope.SYSTEM}/decisions/{paths.slug(name)}-{hashing.short(decision.text)}.md"
            yield _file(paths.checked(path), f"Decision: {_brief(decision.text)}", sections, event, Scope.SYSTEM)


def failures(event: Occurrence, statements: Sequence[Statement]) -> Iterator[AnyEdit]:
    """What went wrong, why and what follows, where the event tells of it."""
    failed = [at for at, each in enumerate(statements) if _FAILED.search(each.text)]
    told = [each.text for each in statements[max(0, failed[0] - 2) : failed[-1] + 4]] if failed else []
    sections = {
        "What happened": [text for text in told if _FAILED.search(text)],
        "Root cause": [text for text in told if _WHY.search(text)],
        "Lesson learned": [text for text in told if _LESSON.search(text)],
        "Attempts": [text for text in told if _TRIED.search(text)],
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
    _, _, told = f"\n{service}".partition(f"\n## {kind}\n")
    found = _SUMMARY.search(told)
    return found[1] if found and paths.is_allowed(found[1]) else None


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
    for found in _README.finditer(event.text):
        text = "\n".join(line[1:] for line in found["lines"].splitlines())
        told = Description(found["name"], FIRST, event.at, event.at, f"\n\n{text}\n", ["plugin"], "plugin")
        yield NewFile(
            path=f"3-descriptions/{Scope.PLUGINS}/{paths.slug(found['name'])}.md", content=description.render(told)
        )


def _file(path: str, title: str, sections: dict[str, list[str]], event: Occurrence, scope: Scope) -> NewFile:
    body = "".join(
        f"\n## {name}\n\n" + "".join(f"- {one_line(text)}\n" for text in dict.fromkeys(told)) if told else ""
        for name, told in sections.items()
    )
    text = f"\n\n# {title}\n{body}\n- **Event**: {event.kind} {event.event_id}\n"
    tags = [title.partition(":")[0].lower()]
    return NewFile(
        path=path, content=description.render(Description(title, FIRST, event.at, event.at, text, tags, scope.value))
    )


def _brief(text: str) -> str:
    return abbreviated(one_line(text), 90)
