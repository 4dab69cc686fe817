"""Records of decisions that somebody wrote below headings: `## Context`, `## Decision`, `## Alternatives`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.text import markdown
from knowledge.text.sentences import paragraphs, whole
from knowledge.usecases.record_event.language import deciding, wording

STATUS = "Status"
MAX_STATUS = 80  # characters; what is longer tells how things stand
# `ADR 7: Use Kafka`: what such a record is called behind it.
_CALLED = re.compile(r"(?:adr|decision record)\b[ #-]*\d*[ :.–—-]+(?=\S)", re.I)
_FIELD = re.compile(r"^[-*• ]{0,3}\**(?P<name>[\w ]{1,30})\**: *\**(?P<value>\S.{0,80})$", re.M)  # `* Status: accepted`
# What the formats of such records call one that is not in force.
_NOT_IN_FORCE = re.compile(r"\W*(?:proposed|draft|rejected|deprecated|superseded)\b", re.I)
# The parts as headings, with what templates for such records add: `Decision outcome`, `Context and problem statement`.
_PART_HEADING = re.compile(
    rf"(?:\d{{1,2}}[.)] )?(?:(?:considered|positive|negative) )?(?:{wording.RECORD}|(?P<Options>options)|"
    r"(?P<Status>status))(?: considered| outcome| and .*)?:?$",
    re.I,
)
# The parts of minutes: why something was decided, and what was not.
_WHY = re.compile(
    r"(?:the )?(?:(?:why|warum|pourquoi|por qué)(?: \w+){0,4}"
    r"|reasons?|gründe?|begründung|raisons?|razones|motivos)\W*$",
    re.I,
)
_REJECTED = re.compile(
    r"\b(?:rejected|discarded|ruled out|verworfen|abgelehnt|rejetée?s?|écartée?s?|rechazad[oa]s?)\b", re.I
)


@dataclass(frozen=True)
class WrittenRecord:
    """What a record is called, whether what it decides holds, and the sentences of each of its parts by its name."""

    title: str
    is_in_force: bool
    parts: dict[str, list[str]]


@dataclass(frozen=True)
class _Heading:
    """A heading, where its words begin, where the next heading stands, and where all that is below it ends."""

    title: str
    rank: int
    start: int
    body: int
    next: int
    end: int


def written_records(text: str) -> tuple[list[WrittenRecord], str]:
    """The records that the text has, and the text without them."""
    text = _with_headings(text)
    records, gone = list[WrittenRecord](), list[tuple[int, int]]()
    for above, parts in _with_parts(text):
        if record := _record(text, above, parts):
            records.append(record)
            fields = (field.span() for field in _FIELD.finditer(text, above.body, above.next))
            gone += [(above.start, above.body), *fields, *((part.start, part.end) for part in parts.values())]
    return records, _without(text, sorted(gone))


def _with_headings(text: str) -> str:
    """A text with the labels of a record as headings, where all of it is one, below a title that is labelled, too.

    Else what its title calls it and what it decides were two decisions.
    """
    title, blank, below = text.strip().partition("\n\n")
    is_title = wording.part_of_record(title)[0] == "Decision" and "\n" not in title and not title.endswith(".")
    lines = [(line, *wording.part_of_record(line.strip())) for line in below.splitlines()]
    parts = [name for _, name, _ in lines if name]
    first = next((name for line, name, _ in lines if line.strip()), "")
    if not (blank and is_title and first and "Decision" in parts and len(set(parts)) == len(parts) > 1):
        return text
    return f"# {title}\n\n" + "\n".join(f"\n## {name}\n\n{rest}" if name else line for line, name, rest in lines)


def _with_parts(text: str) -> Iterator[tuple[_Heading, dict[str, _Heading]]]:
    """Each section with those right below it that are parts of a record, by their names."""
    sections = [_Heading("", 0, 0, 0, len(text), len(text)), *_sections(text)]
    below: defaultdict[int, dict[str, _Heading]] = defaultdict(dict)
    for at, section in enumerate(sections):
        name = _part_of(section.title)
        if name and not (name == STATUS and section.end - section.body > MAX_STATUS):
            above = max(before for before in range(at) if sections[before].rank < section.rank)
            below[above].setdefault(name, section)
    yield from ((sections[above], parts) for above, parts in below.items())


def part_of_minutes(heading: str) -> str:
    """Which part of the record of a decision stands below a heading of minutes; '' below any other."""
    if deciding.heads_decisions(heading):
        return "Decision"
    return "Context" if _WHY.match(heading) else "Alternatives" if _REJECTED.search(heading) else _part_of(heading)


def _part_of(heading: str) -> str:
    """Which part of a record of a decision stands below the heading, or its `Status`; '' below any other."""
    part = _PART_HEADING.match(heading.strip())
    name = next((name for name, words in part.groupdict().items() if words), "") if part else ""
    return "Alternatives" if name == "Options" else name


def _sections(text: str) -> Iterator[_Heading]:
    headings = markdown.headings(text)
    for at, heading in enumerate(headings):
        later = headings[at + 1 :]
        end = next((other.start for other in later if other.rank <= heading.rank), len(text))
        body = text.find("\n", heading.start) + 1 or len(text)
        yield _Heading(heading.title, heading.rank, heading.start, body, later[0].start if later else end, end)


def _record(text: str, above: _Heading, sections: dict[str, _Heading]) -> WrittenRecord | None:
    """The record whose parts these are; None where nothing is decided, or nothing told beside it."""
    parts = {name: _sentences(text[part.body : part.end]) for name, part in sections.items() if name != STATUS}
    labelled, title = wording.part_of_record(above.title)
    called = _CALLED.sub("", title)
    if labelled or called != title:
        parts.setdefault("Decision", [whole(called)])
    fields = {
        field["name"].strip().capitalize(): field["value"] for field in _FIELD.finditer(text, above.body, above.next)
    }
    at = sections.get(STATUS)
    status = text[at.body : at.end] if at else fields.get(STATUS, "")
    is_one = parts.get("Decision") and (len(parts) > 1 or status)
    return WrittenRecord(called, not _NOT_IN_FORCE.match(status), parts) if is_one else None


def _sentences(text: str) -> list[str]:
    return [text for part in paragraphs(text) for sentence in part if (text := whole(sentence))]


def _without(text: str, gone: Sequence[tuple[int, int]]) -> str:
    left, at = "", 0
    for start, end in gone:
        left, at = left + text[at : max(at, start)], max(at, end)
    return left + text[at:]
