"""Records of decisions that have ended, wholly or in part: which they are, and what they tell since."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from knowledge.files import paths
from knowledge.files.current_statements import SupersededStatement
from knowledge.files.edits import AnyEdit, Marks, Status
from knowledge.files.edits.descriptions import ACCEPTED, CHANGED, SUPERSEDED
from knowledge.files.paths import Scope
from knowledge.text import hashing
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements import marks
from knowledge.text.statements.values import without_values
from knowledge.usecases.record_event.language import deciding, reasons, wording
from knowledge.usecases.record_event.statements.decided_matter import ALONE

ASSERTS = 4  # words of a sentence that something else is left to hold
_WAS = re.compile(r"^- was(?: in part)?: (.*), until \d{4}-\d\d-\d\d; now: ", re.M)  # a line of a history


class _Extent(NamedTuple):
    """How much of an earlier decision is over: what its record says, and the newer one's."""

    status: str
    partial: str


WHOLLY, IN_PART, NOT_AT_ALL = _Extent(SUPERSEDED, ""), _Extent(CHANGED, " in part"), _Extent(ACCEPTED, "")


def ended_records(
    superseded: Sequence[SupersededStatement], read: Callable[[str], str | None]
) -> dict[str, SupersededStatement]:
    """The records of what has ended of decisions, wholly or in part; a mark that tells anew what is so ends none."""
    over = (change for change in superseded if change.words and change.statement and _is_over(change))
    records = ((find_record(change.path, change.since, change.statement, read), change) for change in over)
    return {record: change for record, change in records if record}


def ending(record: str, change: SupersededStatement, by: str, now: str) -> Iterator[AnyEdit]:
    """What an earlier record tells since: that it is over or changed, and behind its words what is so, and still so.

    It is neither where a reason or an aside alone has ended; where nobody knows what is left, it is told to be some.
    """
    extent = whole_or_part(change)
    if extent != NOT_AT_ALL:
        yield Status(path=record, status=f"{extent.status}{by} on {change.day}")
    words = change.words.rstrip(".")
    still = {words: change.still} if change.still else {}
    is_some_left = extent == NOT_AT_ALL or (change.in_part and not change.rest)
    tell = marks.until_in_part if is_some_left else marks.until
    yield Marks(path=record, marks={words: tell(change.day, now)}, still=still)


def with_consequences(superseded: Sequence[SupersededStatement]) -> list[SupersededStatement]:
    """What is superseded; with a decision goes all that its record tells beside it in one line: what led to it, too."""
    over = {change.line for change in superseded if change.line and _takes_its_record(change)}
    return [replace(change, left="") if change.line in over else change for change in superseded]


def _takes_its_record(change: SupersededStatement) -> bool:
    """Whether the sentence that decides has ended, and nothing but parts of its record stands beside it."""
    texts = sentences(change.statement)
    before, made, after = around_the_decision(texts)
    is_record = not before and bool(after) and bool(wording.part_of_record(after[0])[0])
    return is_record and made not in change.left and without_label(made).rstrip(".") == change.words.rstrip(".")


def _is_over(change: SupersededStatement) -> bool:
    """Whether the sentence that decides is among what ended, and none beside it alone; or who read it says so."""
    if change.in_part:
        return True
    made = around_the_decision(sentences(change.statement))[1]
    if change.words != change.statement:
        return change.words.rstrip(".") in made
    return made not in change.left or bool(marks.ENDING.search(change.left))


def whole_or_part(change: SupersededStatement) -> _Extent:
    """In part, where what is left of the sentence that decides tells a value or more, and not only why it decides.

    Who read what is left says how much it decides.
    """
    if change.in_part:
        return {"all": NOT_AT_ALL, "part": IN_PART, "none": WHOLLY}[change.decides]
    made = around_the_decision(sentences(change.statement))[1]
    left = made.replace(change.words.rstrip("."), "", 1) if change.words != change.statement else ""
    asserts = re.search(r"\d", left) or len(left.split()) >= ASSERTS
    return IN_PART if asserts and not reasons.gives_reason(made) else WHOLLY


def find_record(page: str, day: str, decision: str, read: Callable[[str], str | None]) -> str | None:
    """The record of what a page tells to be decided that day; None where there is none.

    It is called by what the page told at first: of a line of which a part has ended the page's history tells that.
    """
    path = record_path(day, decision)
    if read(path):
        return path
    history = read(paths.history(page)) or "" if page else ""
    left = set(content_words(decision))
    whole = (text for was in _WAS.findall(history) if left <= set(content_words(was)) for text in (was, f"{was}."))
    former = (record_path(day, text) for text in whole)
    return next((path for path in former if read(path)), None)


def record_path(day: str, decision: str) -> str:
    """Where the record of what was decided on that day stands, with a label before it (`Decision: …`) or without."""
    made = without_label(decision)
    name = paths.slug(f"{day} {made[:40]}")
    return paths.checked(f"3-descriptions/{Scope.SYSTEM}/decisions/{name}-{hashing.short(made)}.md")


def around_the_decision(texts: Sequence[str]) -> tuple[Sequence[str], str, Sequence[str]]:
    """What is said before the sentence that decides, that sentence, and what is said after it.

    `Beschlossen.` is said of the sentence before it, and is one with that.
    """
    at = next((at for at, sentence in enumerate(texts) if deciding.decides(sentence)), 0)
    first = at - 1 if at and len(without_values(texts[at]).split()) <= ALONE else at
    return texts[:first], " ".join(texts[first : at + 1]), texts[at + 1 :]


def without_label(statement: str) -> str:
    """What it says behind the word for what it is: `Decision: …`."""
    label, _, rest = statement.partition(": ")
    return rest if rest and " " not in label else statement
