"""Whether an event tells otherwise what a statement says of it: another unit, another subject's value or deed, the
opposite."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from knowledge.text.keywords import content_words
from knowledge.text.sentences import paragraphs, sentences
from knowledge.text.statements.clauses import Clause, clauses
from knowledge.text.statements.former_values import NO, NOT
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import Value, is_unit, values
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.statements.moved_figures import SI

MOST, HALF = 0.6, 0.5  # of the weight of a clause's words
FEW_WORDS = 2  # a clause of fewer denies nothing that another one tells
_SPEAKER = re.compile(r"[A-Z][\w.'’ -]{0,30}: ")
_MEASURE = re.compile(SI)
_NAMES = r"[^\W\d_a-zß-ÿ][\w'’.-]*+(?:(?: (?:and|und|et|y|e|en|&))? [^\W\d_a-zß-ÿ][\w'’.-]*+)*+"
_BEHIND_ONE_ANOTHER = re.compile(r"(?<![\w'’-])([^\W\d_][\w'’-]*+)(?= [(\"“„]?([^\W\d_][\w'’-]*+))")
# Who does or has what a clause tells: who stands behind a passive, else whom it begins with.
_DOERS = re.compile(rf"(?: by| von| durch| par| por| door| da) {_NAMES}"), re.compile(rf"^{_NAMES}(?= [^\W_])")


@dataclass(frozen=True)
class _ClauseMeaning:
    """A clause with what it is about and what it tells; of an answer by yes or no what was asked."""

    text: str
    stems: frozenset[str]
    values: list[Value] = field(hash=False)
    denied: frozenset[str] | None  # the stems of what it denies; None of what denies nothing
    doers: frozenset[str] = frozenset()

    @property
    def denies(self) -> bool:
        """Whether it tells what is not so."""
        return self.denied is not None

    @property
    def leans(self) -> bool:
        """Whether what it is about was said before it."""
        return not self.stems or wording.leans(self.text)


def is_told_otherwise(text: str, event: str) -> bool:
    """Whether a clause of the text says of what the event tells something that the event does not tell of it."""
    subjects, of_event, asked = _read(event)
    own = [_clause_of(clause, subjects) for clause in clauses(text)]
    own_values = {value.value for clause in own for value in clause.values}
    return any(
        any(_counts_something_else(value, clause, of_event, subjects) for value in clause.values if value not in asked)
        or any(_is_anothers(value, clause, of_event, subjects, own_values) for value in clause.values)
        or _is_denied(clause, of_event, subjects)
        or _is_anothers_deed(clause, of_event, subjects, event)
        for clause in own
    )


@lru_cache(maxsize=4)
def _read(event: str) -> tuple[Subjects, list[_ClauseMeaning], list[Value]]:
    """What the words of the event's clauses weigh, the clauses, and the values that it tells in questions."""
    texts = list(_answered(event))
    subjects = Subjects(texts)
    of_event = [_clause_of(clause, subjects) for text in texts for clause in clauses(text)]
    return subjects, of_event, [value for one in sentences(event) if one.endswith("?") for value in values(one)]


def _answered(event: str) -> Iterator[str]:
    """The event's paragraphs without who speaks, a question with the paragraph behind it."""
    asked = ""
    for part in paragraphs(event):
        text = " ".join(filter(None, [asked, *(_SPEAKER.sub("", sentence) for sentence in part)]))
        asked = text if text.endswith("?") else ""
        if not asked:
            yield text


def _clause_of(clause: Clause, subjects: Subjects) -> _ClauseMeaning:
    refused = clause.answers and bool(NO.match(clause.text))
    text = clause.context if refused else clause.text
    amounts = values(clause.text)
    units = {subjects.key(value.unit) for value in amounts}
    stems = frozenset(subjects.stems(text) - units)
    behind, first = _DOERS
    doer = behind.search(text) or first.match(text)
    doers = stems & subjects.stems(doer[0]) if doer else frozenset()
    denial = NOT.search(clause.text)
    scope = clause.text[denial.end() :].partition(":")[0] if denial and not refused else ""
    denied = stems & subjects.stems(scope)
    return _ClauseMeaning(text, stems, amounts, (denied or stems) if denial or refused else None, doers)


def _counts_something_else(
    value: Value, clause: _ClauseMeaning, of_event: list[_ClauseMeaning], subjects: Subjects
) -> bool:
    """Whether the event has the number, but each time of or by something else, as tons are no kilograms."""
    number, kind = _parts(value)
    of_number = [(one, other) for one in of_event for other in one.values if _parts(other)[0] == number]
    if value.per and of_number and all(_per(other) not in ("", value.per) for _, other in of_number):
        return True
    if not _measures(value):
        return False
    if is_unit(value.kind) and not any(other.kind == value.kind for one in of_event for other in one.values):
        return True
    own = {subjects.key(word) for word in re.findall(r"[^\W\d_]+", clause.text)}
    return bool(of_number) and not any(
        not _measures(other)
        or _parts(other)[1] == kind
        or _abbreviates(value.unit, other.unit)
        or subjects.key(other.unit) in own
        or subjects.key(value.unit) in one.stems
        for one, other in of_number
    )


def _per(value: Value) -> str:
    """By what it is counted; behind a word that measures nothing stands whom it is for: `39 for a pupil`."""
    return value.per if _measures(value) or not value.unit else ""


def _parts(value: Value) -> tuple[str, str]:
    """Its number and its kind; of a span the unit is its kind."""
    number, _, unit = value.value.partition(" ")
    return (number, unit) if value.kind == "span" else (value.value, value.kind)


def _measures(value: Value) -> bool:
    """Whether a word tells what it is so many of."""
    return bool(value.unit) and bool(is_unit(value.kind) or content_words(value.unit) or _MEASURE.fullmatch(value.unit))


def _abbreviates(one: str, other: str) -> bool:
    """Whether one of the words is a short form of the other: it begins so, and has its letters in their order."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    letters = iter(long)
    return short[:1] == long[:1] and all(letter in letters for letter in short)


def _is_anothers(
    value: Value, clause: _ClauseMeaning, of_event: list[_ClauseMeaning], subjects: Subjects, own_values: set[str]
) -> bool:
    """Whether the event tells the value of something else alone, and of what the clause is about another one."""
    of_it = [one for one in of_event if any(other.value == value.value for other in one.values)]
    if not clause.stems or not of_it or any(one.leans or _covers(clause, one, subjects) >= HALF for one in of_it):
        return False
    return any(
        _covers(clause, one, subjects) >= MOST
        and any(other.may_replace(value) and other.value not in own_values for other in one.values)
        for one in of_event
        if one.stems and one not in of_it
    )


def _is_anothers_deed(clause: _ClauseMeaning, of_event: list[_ClauseMeaning], subjects: Subjects, event: str) -> bool:
    """Whether the event tells it of another one alone: "Ann has the van, Ben has the trailer" of Ben's van."""
    deed = clause.stems - clause.doers
    of_doer = [one for one in of_event if clause.doers & one.stems]
    of_it = [one for one in of_event if subjects.share(set(deed), set(one.stems)) >= MOST]
    if not deed or not of_doer or any(one in of_it or _points(one, subjects) for one in of_doer):
        return False
    return any(
        one.doers
        and not one.doers & clause.stems
        and subjects.share(set(one.stems - one.doers), set(deed)) >= MOST
        and not _is_called(one.doers, clause.doers, event, subjects)
        for one in of_it
    )


def _points(clause: _ClauseMeaning, subjects: Subjects) -> bool:
    """Whether a word of it stands for something that was said before."""
    return any(subjects.key(word) in subjects.pronouns for word in re.findall(r"[^\W\d_]+", clause.text))


def _is_called(some: frozenset[str], others: frozenset[str], event: str, subjects: Subjects) -> bool:
    """Whether the event has names of both one behind the other, as those of one: `Tom Byrne`, `Byrne (Tom)`."""
    return any(
        {subjects.key(one), subjects.key(other)} & some and {subjects.key(one), subjects.key(other)} & others
        for one, other in _BEHIND_ONE_ANOTHER.findall(event)
    )


def _is_denied(clause: _ClauseMeaning, of_event: list[_ClauseMeaning], subjects: Subjects) -> bool:
    """Whether the event denies what the clause tells, or tells what it denies, and nowhere says what it does."""
    about = [one for one in of_event if one.stems and _covers(clause, one, subjects) >= MOST]
    opposite = [
        one
        for one in about
        if one.denies != clause.denies
        and len(one.stems) >= FEW_WORDS
        and subjects.share(set(clause.stems), set(one.stems)) >= MOST
        and subjects.share(set(clause.denied or one.denied or ()), set(clause.stems & one.stems)) >= MOST
    ]
    return bool(opposite) and all(one.denies != clause.denies for one in about)


def _covers(clause: _ClauseMeaning, one: _ClauseMeaning, subjects: Subjects) -> float:
    """The weight of what the event's clause is about that the text's clause has."""
    return subjects.share(set(one.stems), set(clause.stems))
