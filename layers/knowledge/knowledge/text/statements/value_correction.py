"""What a later statement tells itself of what it changes, found where it was said: by the value, not by the words.

A statement that says `34 l/s rather than 28`, or says again what an earlier one told as past, needs few words in common
with what it changes, also in another language: one rare one, or a long number.
"""

import re
from collections.abc import Iterable, Sequence

from knowledge.text.sentences import sentences
from knowledge.text.statements.clause_pair import Grounds
from knowledge.text.statements.clauses import Clause
from knowledge.text.statements.former_values import days_alone, days_of_before, past_values
from knowledge.text.statements.self_correction import still_told
from knowledge.text.statements.subjects import Subjects, are_in_other_periods
from knowledge.text.statements.values import Value, times_of_year, values

RARE = 0.6  # how rare the rarest word that two have in common is, of the rarest there are
_SURE = 0.7  # the same, where nothing else has to tell that they are about one thing
_BOTH = 2  # words in common that are as rare, where the value is a digit that many things have
_NEAR = 0.25  # the cosine that has to tell it else
_FEW = 3  # words
_DIGITS, _LONG = 3, 4  # of a number that few things have, and of one that is like a name
_ALONE = 0.5  # the cosine that has to tell it where nothing but such a number is in both

# "mar 2026"; 400 and 1,200
_OF_YEAR, _LARGE = re.compile(r"[a-z]{3} \d{4}"), re.compile(r"\d{3,}|\d{1,3}(?:[.,]\d{3})+")


def find_correction(new: str, before: str, old: Clause, whole: str, title: str, subjects: Subjects) -> Grounds | None:
    """That the later statement tells the clause's value as past; None where it does not, or of something else.

    `before` is what was said just before the later statement; `whole` is what the earlier clause is of, and `title`
    that of its page.
    """
    if not _values(old.text) or are_in_other_periods(new, old.text) or old.is_of_another_row(new):
        return None
    past = _told_as_past(new, before, old)
    same = [*past, *_returned(new, old)]
    if not same:
        return None
    telling = any(figure.is_telling for figure in same)
    here, near = _around(new, before, same)
    titled = any(figure.kind and _is_of_kind(figure.kind, here) for figure in same)
    own, spoken = _keys(here, subjects), _keys(f"{title} {old.sentence}" if titled else old.sentence, subjects)
    about = spoken | (_keys(whole, subjects) if _is_short(old.sentence, subjects) else set())
    both = (own | _keys(near, subjects) if telling else own) & about - {figure.value for figure in same}
    rarities = {key: rarity for key in both if (rarity := subjects.rarity(key)) >= RARE}
    rarest = max(rarities.values(), default=0.0)
    if len(rarities) < _BOTH and not (telling and rarest >= _SURE):
        return Grounds(1.0, _ALONE, by_value=True, leans=True) if any(map(_is_like_a_name, past)) else None
    leans = not any(rarities.get(key, 0.0) == rarest for key in own)
    by = f"{near} {here}" if leans else here
    # A word that only stands around the earlier one's sentence may be of anything else.
    least = _ALONE if not rarities.keys() & spoken else 0.0 if rarest >= _SURE else _NEAR
    return Grounds(1 + rarest, least, by_value=True, leans=leans, by=by)


def _is_like_a_name(value: Value) -> bool:
    """Whether hardly two things have it: a number of three digits or more, or the month of a year."""
    return bool((_LARGE if value.is_amount else _OF_YEAR).fullmatch(value.value))


def _around(new: str, before: str, same: Sequence[Value]) -> tuple[str, str]:
    """The sentences that tell the values, and the one before each: the others may be about something else."""
    texts = [*sentences(before)[-1:], *sentences(new)]
    own = range(1 if before else 0, len(texts))
    past = [at for at in own if any(_is_among(figure, past_values(texts[at])) for figure in same)]
    ours = past or [at for at in own if any(_is_among(figure, _values(texts[at])) for figure in same)] or own
    return " ".join(texts[at] for at in ours), " ".join(texts[at - 1] for at in ours if at)


def _is_of_kind(kind: str, text: str) -> bool:
    return any(figure.kind == kind for figure in _values(text))


def _is_short(sentence: str, subjects: Subjects) -> bool:
    """Whether it leans on what is said around it."""
    return len(subjects.stems(sentence)) < _FEW


def _told_as_past(new: str, before: str, old: Clause) -> list[Value]:
    """The values of the clause that the later statement tells as past, beside what is now."""
    past = {*past_values(new), *days_of_before(new, before)}
    past |= past_values(f"{before} {new}") - past_values(before) if before else set()
    past = _with_units(past, new)
    now = [figure for figure in _values(new) if not _is_among(figure, past)]
    earlier = [*still_told(old.text), *days_alone(old.text)]
    gone = [figure for figure in earlier if _is_among(figure, past)]
    return [figure for figure in gone if any(_stands_for(one, figure) for one in now)]


def _with_units(past: set[Value], new: str) -> set[Value]:
    """With what is told without its unit in that of what is told beside it, too: `£15.20 (from 14.50)`.

    A digit is told in it alone: `three months instead of two` says nothing of two people.
    """
    bare = {figure for figure in past if not figure.kind}
    beside = [figure for sentence in sentences(new) for figure in values(sentence) if figure.kind]
    in_units = {_in_unit(one, other) for one in bare for other in beside if other.is_sure or other.kind == "span"}
    return past - {figure for figure in bare if in_units and not figure.is_telling} | in_units


def _in_unit(value: Value, other: Value) -> Value:
    letter = other.value.partition(" ")[2] if other.kind == "span" else ""
    return Value(f"{value.value} {letter}".strip(), other.kind, other.per)


def _returned(new: str, old: Clause) -> list[Value]:
    """What it says again where the clause told it as past: `84 seats instead of 99`, `99 seats again`."""
    past, mine = past_values(old.sentence), past_values(new)
    again = [figure for figure in _values(new) if figure not in mine and _is_among(figure, past)]
    held = [figure for figure in still_told(old.text) if not _is_among(figure, past)]
    both = [figure for figure in held if _is_among(figure, _values(new))]
    if both and len(held) == 1:  # `Thirty-eight again. Thirty-six is history.`
        return [figure for figure in again if not _is_among(figure, both)]
    return [one for one in again if one.kind and any(one.kind == other.kind for other in held if other not in both)]


def _values(text: str) -> list[Value]:
    return [*values(text), *times_of_year(text)]


def _is_among(value: Value, others: Iterable[Value]) -> bool:
    return any(_is_same(value, other) for other in others)


def _is_same(one: Value, other: Value) -> bool:
    """Whether both are one number, and no sure kind of either speaks against it, unless it is like a name."""
    if one.kind == other.kind:
        return one.value == other.value or (one.kind == "date" and _is_one_day(one.value, other.value))
    number, again = (
        figure.value.partition(" ")[0] if figure.kind == "span" else figure.value for figure in (one, other)
    )
    typed = [figure for figure in (one, other) if figure.is_sure or figure.kind == "span"]
    bare = not (one.kind and other.kind) and len(number) > 1
    return number == again and (not typed or (bare and (len(number) >= _LONG or typed[0].kind == "span")))


def _is_one_day(one: str, other: str) -> bool:
    """Whether both are one day of the year, and one of them tells no year."""
    years, others = (set(re.findall(r"\d{4}", date)) for date in (one, other))
    return not (years and others) and set(one.split()) - years == set(other.split()) - others


def _stands_for(now: Value, before: Value) -> bool:
    """Whether it answers the same question; of a date the day alone may be told, and counts are told by any word."""
    if now.value == before.value:
        return False
    if before.kind == "date":
        return now.kind == "date" or (not now.kind and now.value.isdigit() and int(now.value) <= 31)
    are_long = all(len(figure.value) >= _LONG for figure in (now, before)) and not now.kind
    return now.kind == before.kind or not before.kind or are_long or not (now.is_sure or before.is_sure)


def _keys(text: str, subjects: Subjects) -> set[str]:
    """Its telling words, of which no pronoun is one, and the numbers that are like names."""
    stated = values(text)
    numbers = {figure.value for figure in stated if sum(map(str.isdigit, figure.value)) >= _DIGITS and figure.is_amount}
    return subjects.stems(text) - subjects.pronouns | numbers
