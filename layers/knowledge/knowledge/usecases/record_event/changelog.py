"""Entries of logs: Type, Reason, Details, Tests, Dependencies."""

import re
from typing import Any

from knowledge.privacy.emails import MARK
from knowledge.text.sentences import paragraphs
from knowledge.text.strings import one_line
from knowledge.usecases.record_event.models import EventExtraction, Occurrence
from knowledge.usecases.record_event.payload_text import flat

MAX_DETAILS = 1_500  # characters
_TYPES = {
    "Fix": r"fix(?:ed|es)?|bug ?fix|resolv\w+|repair\w*|correct\w*",
    "New feature": r"feat|add(?:ed|s)?|new|implement\w*|introduc\w*|creat\w*",
    "Removal": r"remov\w*|delet\w*|drop\w*",
    "Refactoring": r"refactor\w*|renam\w*|mov\w*|clean\w*|simplif\w*",
    "Upgrade": r"upgrad\w*|bump\w*|migrat\w*|updat\w*",
    "Performance": r"perf|speed\w*|optimi[sz]\w*",
    "Build": r"ci|build",
    "Documentation": r"docs?|document\w*|readme",
    "Tests": r"tests?",
}
_PREFIX = re.compile(r"\w+(?:\([^)]*\))?!?: ")  # of a conventional commit
_DIFF = re.compile(r"^(?:diff --git |--- \S+\n\+\+\+ |@@ )", re.M)
_TESTS = re.compile(r"\b\d+ (?:tests? )?passed\b(?:,? (?:and )?\d+ (?:tests? )?(?:failed|skipped)\b){0,2}", re.I)
_REASON = re.compile(r"\b(?:because|since|so that|in order to|due to|requested|to avoid|to allow)\b[^.\n]{3,200}", re.I)


def entry(event: Occurrence, extraction: EventExtraction) -> str:
    """The entry's lines; what is not known is left out."""
    given = event.metadata
    fields = {
        "Type": _given(given, "change_type", "type") or _type(event),
        "Reason": _given(given, "reason") or _found(_REASON, event.text),
        "Details": _given(given, "details") or _details(event, extraction),
        "Tests": _given(given, "tests") or _found(_TESTS, event.text),
        "Dependencies": _given(given, "dependencies"),
    }
    return "\n".join(f"- **{name}**: {value}" for name, value in fields.items() if value)


def _given(metadata: dict[str, Any], *names: str) -> str:
    """What the metadata says under the first of the names that it has."""
    value = next((metadata[name] for name in names if metadata.get(name)), "")
    return ", ".join(f"{name}: {text}" if name else text for name, text in flat(value))[:MAX_DETAILS]


def _type(event: Occurrence) -> str:
    if event.kind == "integration":
        return "Integration"
    titles = event.title, _PREFIX.sub("", event.title, count=1)
    return next((name for title in titles if (name := _named(title))), "Change")


def _named(title: str) -> str:
    return next((name for name, words in _TYPES.items() if re.match(rf"(?:{words})\b", title, re.I)), "")


def _details(event: Occurrence, extraction: EventExtraction) -> str:
    """All that the event says in sentences, or in the lines of an integration's report, without code.

    By a model, what it says in brief; the title alone is no detail.
    """
    if extraction.method == "llm":
        said = [each.text for each in extraction.statements if each.says != "technology"]
    elif event.kind == "integration":
        said = ["; ".join(filter(None, map(str.strip, event.text.splitlines())))]
    else:
        sentences = (sentence for block in paragraphs(_without_diff(event.text)) for sentence in block)
        said = [_ended(sentence) for sentence in sentences if MARK not in sentence and sentence != event.title]
    told = one_line(" ".join(said) or event.text)
    return "" if event.kind == "code_change" and told == event.title else told[:MAX_DETAILS]


def _ended(sentence: str) -> str:
    return f"{sentence}." if sentence[:1].isalpha() and sentence[-1:].isalnum() else sentence


def _without_diff(text: str) -> str:
    """What stands before the first diff, where anything does."""
    found = _DIFF.search(text)
    return (text[: found.start()] if found else text).strip() or text


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return one_line(match[0]) if match else ""
