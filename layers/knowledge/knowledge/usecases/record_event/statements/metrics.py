"""The figures that an integration reports, each under the name that people call it."""

import re
from collections.abc import Iterator

from knowledge.files.edits import units
from knowledge.text.sentences import paragraphs
from knowledge.text.statements import currencies
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import is_span, periods
from knowledge.text.strings import one_line
from knowledge.usecases.record_event.content.layout import as_markdown
from knowledge.usecases.record_event.content.payload_text import flat, readable
from knowledge.usecases.record_event.content.turns import table_rows
from knowledge.usecases.record_event.language.wording import is_label, leans
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.moved_figures import (
    GOES_ON,
    MONEY,
    NO_NAME,
    STANDS,
    UNIT,
    figure_clauses,
    is_of_time,
    is_past_alone,
    moved_figure,
)
from knowledge.usecases.record_event.statements.reported_period import without_month

MAX_FIGURES = 50
_ROW = re.compile(r"\|\s*+([^|]{1,60}?)\s*\|.*\|\s*$")  # of a table, by its first cell
_SEVERAL, _PROSE = 3, 6  # sentences that tell no figures, and blanks of each, from which on a report is a text

_NOTE = re.compile(r"(?<=[\d%]) ?\((.*)\).*| ((?:from|of) \d+ \w+).*")  # a change, or how many it was counted from

# A number, with its currency before or its unit after it; no hash, and no time of a machine's record.
_FIGURE = re.compile(r"(?:[^\w\s]|[A-Z]{3} )?\s?-?\d[\d.,:']*(?:[^\W\d_]*|\s?%)(?=[\s/()]|$)")
# Numbers of things, not measures of them.
_NO_FIGURE = re.compile(
    r"(?:^|[._ ])(?:created|updated|timestamp|date|period|id|commit|sha|hash|version|number)(?:_at| at)?$", re.I
)
# What an error's message says stands as the last failure; a number there with at most a unit or a rate is a figure.
_ALONE = r"\d[\d.,]*(?: ?%| ?[^\W\d_]+)?(?: per \w+)?[.,;!?]?(?:$|(?<=[.,;!?]) )"
_ERROR = re.compile(rf"(?:^[-* \t]*|(?<=[.!?;] ))error(?: message)?: (?!{_ALONE}).*?(?:$|[.!?;] )", re.I | re.M)
_MOMENT = re.compile(r"1\d{9}(?:\d{3}|\.\d+)?$")  # seconds or milliseconds since 1970
_TIME = re.compile(r"(?:^|[._ ])time(?:_at| at)?$", re.I)  # how long something took, or when it was
_SMALL = re.compile(r"\d{1,6}(?:\.\d+)?")
# A name of a few words, and one sentence: with more behind it, it is prose.
_LINE = re.compile(
    r"^[-* \t]*([\w.%/-]{1,40}(?: [\w.%/-]{1,20}){0,4})[ \u00a0\u202f]?:[ \t]+((?:(?![.!?;] ).){1,200})$", re.M
)
_SENTENCE_END = re.compile(rf"(?<=[.!?])\s+|(?<=;)\s+(?!{GOES_ON})", re.I)
_CLAUSE = re.compile(rf"{_SENTENCE_END.pattern}|\n", re.I)
_VERB = (
    r"(?: (?:now|currently|today))?"
    rf"(?: (?:{STANDS}))+|:"
)
# `Our revenue rose to CHF 12.5 a month, …`: a name, how it stands, a value with its unit, and the rest.
_STATED = re.compile(
    r"(?:(?:and|the|our|current|total|so) )*(?P<name>" + NO_NAME + r"[^\W\d_][\w/-]*(?: [^\W\d_][\w/-]*){0,3}?)"
    rf"(?P<verb>{_VERB})? (?P<value>{MONEY}-?\d(?:[\d.,']*\d)?)"
    rf"(?P<unit>{UNIT}?(?: ?(?:per|a|/) ?(?:day|week|month|year|user|seat))?)(?P<rest>,? .*)?[.!;,]?",
    re.I,
)
# `Cold store: temperature -18 °C, load 92 %`: what the figures of a line are figures of.
_SUBJECT = re.compile(r"([^\W\d_][\w-]*(?: [\w-]+){0,3}): (?=[^\W\d_])")
# `Tests: 52 unit tests (2 skipped)`: a number of what is named; a unit names nothing.
_COUNTED = re.compile(
    rf"(?:[\w ]{{1,30}}: )?(?P<value>[€$£¥]?\d[\d.,']*) (?P<name>{NO_NAME}(?!{UNIT}\W*$)[^\W\d_][\w-]+"
    r"(?: [^\W\d_][\w-]+)?)(?P<rest> \(.*\))?[.!;,]?",
    re.I,
)
# `In November we had 4,812 visitors and 97 sign-ups.`: what there was in a time that is named first.
_HAD = re.compile(
    r"(?:in|im|en|this|last) [^\d,]{3,20}(?: \d{4})?,? \w+ (?:had|have|counted|saw|got|hatten) (?=\d)", re.I
)
_PART = re.compile(r",? and |, ")
_DATED = re.compile(rf"\d{{1,2}}\.? {MONTH}(?: \d{{4}})?: ", re.I)  # before what it is the day of
_THIS = re.compile(r"(?<=\w) (?:this|the current) (?:day|week|month|quarter|year)$", re.I)
# What may follow a value and is not another statement.
_GOES_ON = re.compile(
    r",? ?(?:up|down|in|from|after|before|since|this|last|vs\.?|versus|compared|\(|—|-|and)\b.*|\s*\(.*"
)


def figures(event: Occurrence) -> dict[str, str]:
    """By name the numbers in its fields, in its lines `name: number`, and in sentences such as `MRR is now 1,264 EUR`.

    Each is called by its service and its name: two services' error rates are two figures, and so are two of one name
    in two units. Any other name with several values is a column of a table, and no figure; what one transaction moved
    is an event, and none either.
    """
    if event.transaction or is_written(event):
        return {}
    text = _ERROR.sub("", without_month(event.text))
    fields = [(readable(path), value) for path, value in flat(event.metadata.get("metrics", {}))]
    by_name: dict[str, set[str]] = {}
    for name, value in [*fields, *_in_lines(text), *_stated(text), *_in_tables(text)]:
        if _is_figure(name, value):
            by_name.setdefault(_THIS.sub("", name), set()).add(_noted(value))
    single = [figure for name, texts in by_name.items() for figure in _by_unit(_called(event, name), texts)]
    return dict(single[:MAX_FIGURES])


def _by_unit(name: str, texts: set[str]) -> Iterator[tuple[str, str]]:
    """The one value under its name, or those in a unit each under both: `malt (kg)`, `malt (EUR)`."""
    by_unit = {units.of(value): value for value in sorted(texts)}
    if len(texts) == 1:
        yield name, next(iter(texts))
    elif len(by_unit) == len(texts) and "" not in by_unit:
        yield from ((f"{name} ({unit})", value) for unit, value in by_unit.items())


def _in_lines(text: str) -> Iterator[tuple[str, str]]:
    for name, value in _LINE.findall(text):
        moved = moved_figure(f"{name} {value}")
        yield (name, moved.noted) if moved else (name, value)


def _in_tables(text: str) -> Iterator[tuple[str, str]]:
    """The figures of tables, each called by its row and its column; what a table tells by periods has no name."""
    for row, cells in table_rows(as_markdown(text)):
        if not re.match(r"\W*(?:\d|$)", row) and not periods(row):
            yield from ((f"{row} {column}", value) for column, value in cells if _is_figure(column, value))


def names(event: Occurrence) -> list[str]:
    """What the figures of a report are called, as long as there are reports of its kind."""
    rows = (row[1] for line in as_markdown(event.text).splitlines() if (row := _ROW.match(line)))
    return [*figures(event)] or [*dict.fromkeys(line for line in rows if line.strip(" -:"))][1:]


def is_written(event: Occurrence) -> bool:
    """Whether a report is what a person wrote about many things, and not a service's about itself."""
    if event.kind != "integration" or event.metadata.get("service") or event.metadata.get("metrics"):
        return False
    prose = (line for part in paragraphs(event.text) for line in part if line.count(" ") >= _PROSE)
    return sum(not tells_figures_alone(line) for line in prose) >= _SEVERAL


def tells_figures_alone(sentence: str) -> bool:
    """Whether a sentence says nothing but figures, which stand under their names."""
    sentence = without_month(sentence)
    row, _, cells = sentence.partition(" — ")
    if cells and not periods(row) and not re.match(r"\d", row):
        return all(_is_figure(name, value) for name, _, value in (cell.partition(": ") for cell in cells.split(", ")))
    parts = (part for piece in _CLAUSE.split(sentence.rstrip(".")) for part in figure_clauses(piece))
    clauses = [clause for clause in map(str.strip, parts) if clause]
    lines = [_LINE.fullmatch(clause) for clause in clauses]
    return all(
        _is_figure(*line.groups()) if line else next(_stated(clause), None) is not None
        for line, clause in zip(lines, clauses, strict=True)
    )


def _called(event: Occurrence, name: str) -> str:
    service = one_line(str(event.metadata.get("service") or ""))
    has_service = f" {service} ".casefold() in f" {name} ".casefold()
    return name if has_service else f"{service} {name}".strip()


def _noted(value: str) -> str:
    """The value with what is said about it behind it: `1,204 (+6.1 %)`, `51 (from 88 answers)`."""
    return _NOTE.sub(lambda note: f" ({note[1] or note[2]})", value).strip()


def _is_figure(name: str, value: str) -> bool:
    if not _FIGURE.match(value) or _NO_FIGURE.search(name) or _MOMENT.match(value):
        return False
    return not _TIME.search(name) or _is_duration(name, value)


def _is_duration(name: str, value: str) -> bool:
    """Whether what a name ending in `time` has is how long something takes; a moment of the day has no such unit."""
    counts = bool(_SMALL.fullmatch(value)) and len(re.split(r"[._ ]", name)) > 1
    return counts or units.is_span(value)


def _stated(text: str) -> Iterator[tuple[str, str]]:
    """The figures of clauses that say nothing else: `MRR is now 1,264 EUR`, `Stripe fee 2.18 EUR`, `37 signups`."""
    for line in text.splitlines():
        about, lists = "", False
        yield from _counts(line)
        for begins, clause in _clauses(line):
            subject = None if currencies.is_amount(clause.partition(": ")[2]) else _SUBJECT.match(clause)
            about = subject[1] if subject and not is_label(subject[1]) else about
            own = clause[subject.end() :] if subject else clause
            stated = _STATED.fullmatch(own)
            counted = _COUNTED.fullmatch(clause) if begins or lists else None
            lists = True
            if moved := moved_figure(own):
                yield f"{about} {moved.name}".strip(), moved.noted
            elif is_past_alone(own):
                lists = False
            elif stated and _names(stated) and _ends(stated["rest"]):
                name = stated["name"] if stated["name"].isupper() and not subject else f"{about} {stated['name']}"
                yield name.strip(), f"{stated['value']}{stated['unit']}{_note(stated['rest'])}".strip()
            elif counted and not (is_span(counted["name"]) or is_of_time(counted["name"])) and not _tells_when(clause):
                yield counted["name"], f"{counted['value']}{counted['rest'] or ''}"
            else:
                lists = False


def _clauses(line: str) -> Iterator[tuple[bool, str]]:
    """The clauses of a line, and whether each begins its sentence: a count is a figure there, or behind figures."""
    for sentence in _SENTENCE_END.split(line):
        for at, clause in enumerate(figure_clauses(sentence)):
            yield not at, _DATED.sub("", clause.strip(), count=1)


def _tells_when(clause: str) -> bool:
    """Whether a label says that a moment or a number stands behind it: `Opening time: 9 am`, `Date: 3 May`."""
    label, colon, _ = clause.partition(": ")
    return bool(colon and (_NO_FIGURE.search(label) or _TIME.search(label)))


def _counts(line: str) -> Iterator[tuple[str, str]]:
    """What a sentence says that there was in the time with which it begins, where it says nothing else."""
    for sentence in re.split(r"(?<=[.!?;])\s+", line):
        begins = _HAD.match(sentence)
        parts = [_COUNTED.fullmatch(part) for part in _PART.split(sentence[begins.end() :])] if begins else []
        if all(parts):
            yield from ((part["name"], f"{part['value']}{part['rest'] or ''}") for part in parts if part)


def _names(stated: re.Match[str]) -> bool:
    """Whether it is a figure's name that stands before the number; `it` and `this` name nothing."""
    tells = stated["verb"] or stated["unit"].strip() or stated["value"][0].isalpha() or stated["name"].isupper()
    return bool(tells) and not leans(stated["name"])


def _note(rest: str | None) -> str:
    note = _NOTE.match(f"0{rest}", 1) if rest else None
    return note[0].rstrip(".") if note else ""


def _ends(rest: str | None) -> bool:
    return not rest or bool(_GOES_ON.fullmatch(rest))
