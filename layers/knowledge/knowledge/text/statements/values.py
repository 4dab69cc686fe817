"""The values that a clause tells, each with its kind: an amount of money, a share, a count of something, a date."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from knowledge.text.keywords import content_words
from knowledge.text.numerals import in_figures
from knowledge.text.statements.months import MONTH, is_month, month, numbered

_TH = r"(?:st|nd|rd|th|er|\.)?"
_DAY = rf"(?:\d{{1,2}}{_TH} ?(?:[–-]|to\b|bis\b|au\b|al\b) ?)?(?:3[01]|[12]\d|0?[1-9])(?!\d)"  # or a range of days
# 2026-02-03, March 3rd, 3. März 2026, 3 de marzo
_DATE = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\b{MONTH}\.? {_DAY}(?:st|nd|rd|th)?\b|"
    rf"\b{_DAY}{_TH} (?:of |de )?{MONTH}(?:,? \d{{4}}\b)?",
    re.I,
)
# A month without a day; these are words, too, but behind `in`.
_ALONE = re.compile(rf"\b(?:(?<=\b[ie][mn] )|(?!(?:may|mars?|mai|dec|ene|ago|jan)\b)){MONTH}", re.I)
# As languages say it: in, im, en.
_IN_MONTH = re.compile(rf"\b[ie][mn] ({MONTH})", re.I)
_OF_YEAR = re.compile(rf"\b({MONTH}) ((?:19|20)\d\d)\b", re.I)  # March 2026
_YEAR = re.compile(r"(?<![\w.,-])(?:19|20)\d\d(?![\w.,-]*\d)")  # 2026; not that of 2026-02
# `fall` is a verb far more often.
_SEASON = re.compile(
    r"\b(?:spring|summer|autumn|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver|primavera|verano|"
    r"otoño|invierno)\b",
    re.I,
)
# In short only with a capital: `sat` and `sun` are words, too.
_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?\b|\b(?-i:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b",
    re.I,
)
_TIME = re.compile(
    r"\b\d{1,2}[:.]\d\d ?[ap]m\b|\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]m\b|\b12 (?:noon|midnight)\b", re.I
)  # 10:30, 9 am
_PER = r"(?:per|pro|an?|je|par|por)\b"
_BESIDE = rf"(?:{_PER}|(?:statt|instead|rather|now|again)\b)"  # what stands behind a number and counts nothing
# No part of a version or a name, with what it counts and by what: `€ 4,100`, `50 EUR per seat`, `8 GB/node`.
_AMOUNT = re.compile(
    r"(?P<before>[€$£¥]|\b[A-Z]{3}(?=[ \d]))? ?(?<![\w.,@-])(?P<number>\d[\d.,'’]*\d|\d)"
    r"(?:(?P<suffix>[A-Za-z]{1,3})\b|(?![\w-]))"
    rf"(?: ?(?P<unit>[€$£¥%]|[hd]\b|(?!{_BESIDE})[^\W\d_]{{2,}}))?(?:(?: {_PER}| ?/) ?(?P<per>[^\W\d_]{{2,}}))?"
)
_KINDS = {"€": "eur", "euro": "eur", "$": "usd", "dollar": "usd", "£": "gbp", "pound": "gbp",
          "frank": "chf", "franc": "chf", "%": "percent", "percent": "percent", "prozent": "percent"}  # fmt: skip
_SPANS = (
    "s|sec|second|sekunde", "min|minute|minuto", "h|hr|hour|stunde|heure|hora", "day|tag|jour|día",
    "week|woche|semaine|semana", "month|monat|mois|mes", "year|jahr|année|año",
)  # fmt: skip
# Minuten, days, mois: units of time in any number
_SPAN = re.compile(rf"(?:{'|'.join(f'({names})' for names in _SPANS)})(?:e?s|e?n|e)?", re.I)
_LETTERS = "sihdwmy"  # what a span's value has behind its number, whatever the language
_THOUSANDS = re.compile(
    r"(?<=\b\d)[ \u00a0\u202f](?=\d{3}\b)|(?<=\b\d\d)[ \u00a0\u202f](?=\d{3}\b)|(?<=\b\d{3})[ \u00a0\u202f](?=000\b)"
)  # `4 100 €`
_THOUSAND = ("k", "K")
_ORDINAL = re.compile(rf"\b(?:(first)|second)\b(?= (?:of )?{MONTH})", re.I)  # "first of March", "second March"
# Two numbers that are one price as it is spoken: `4 pounds 50`; not the thousands of `4 500`.
_SPOKEN = re.compile(
    r"(?<![\w.,:-])(?P<whole>\d{1,2})(?P<unit> (?:pounds?|euros?|dollars?|francs?|franken))? "
    r"(?P<part>[1-9]\d)(?![\w.,:-]*\d)",
    re.I,
)


@dataclass(frozen=True)
class Value:
    """What is told, and of which kind: `eur`, `percent`, `date`, what is counted; '' where nothing says it."""

    value: str
    kind: str
    per: str = ""
    unit: str = field(default="", compare=False)  # as it is written

    @property
    def is_common(self) -> bool:
        """Whether all kinds of things are told in its unit."""
        return self.kind in {*_KINDS.values(), "span", "date", "weekday", "time", ""}

    @property
    def is_sure(self) -> bool:
        """Whether what is told shows without a word beside it: money, a share, a date, a time."""
        return self.kind in {*_KINDS.values(), "date", "time"}

    @property
    def is_amount(self) -> bool:
        """Whether it tells how much, and not when."""
        return self.kind not in ("date", "time", "weekday", "span")

    @property
    def is_telling(self) -> bool:
        """Whether few things have it: more than a digit, or of a kind."""
        return self.is_sure or self.kind == "span" or len(self.value) > 1

    @property
    def size(self) -> float:
        """How much an amount is of its kind; 0.0 of anything else."""
        plain = re.sub(r"[.,'’](?=\d{3}(?:\D|$))", "", self.value).replace(",", ".")
        return float(plain) if self.is_amount and re.fullmatch(r"\d+(?:\.\d+)?", plain) else 0.0

    def answers_the_same(self, other: "Value") -> bool:
        """Whether it may stand for the other without words of its own: of its kind, or a mere number for a count."""
        counts = not self.kind and (not other.kind or not other.is_common)
        return self.may_replace(other) and (self.kind == other.kind or counts)

    def may_replace(self, other: "Value") -> bool:
        """Whether both answer the same question, by their kinds."""
        kinds = {self.kind, other.kind} - {""}
        return self.value != other.value and len(kinds) < 2 and (not kinds or kinds == {self.kind} or not self.kind)


@lru_cache(maxsize=4_096)
def values(clause: str) -> list[Value]:
    """The values in their order; numerals count as figures. Years alone are none: they tell when, and not what."""
    text = _THOUSANDS.sub("", _priced(clause))
    dates = [Value(_dated(match), "date") for match in _DATE.findall(text)]
    text = _DATE.sub(" ", text)
    days = [Value(day.casefold()[:3], "weekday") for day in _WEEKDAY.findall(text)]
    times = [Value(time.lower().removeprefix("0"), "time") for time in _TIME.findall(text)]
    amounts = [_value(match) for match in _AMOUNT.finditer(_TIME.sub(" ", text)) if not _is_year(match)]
    return [*dates, *days, *times, *amounts]


def _priced(clause: str) -> str:
    """The clause in figures, spoken prices as they are written: `nine pounds forty`, `twenty-three fifty`."""
    text = _figures(clause)
    return text if text == clause else _SPOKEN.sub(_joined, text)


@lru_cache(maxsize=4_096)
def _figures(text: str) -> str:
    """The text in figures; `first` and `second` are some of dates alone."""
    return in_figures(_ORDINAL.sub(lambda match: "1st" if match[1] else "2nd", text))


def _joined(match: re.Match[str]) -> str:
    return f"{match['whole']}.{match['part']}{match['unit'] or ''}"


def is_unit(word: str) -> bool:
    """Whether it is what prices and shares are told in, which says nothing of what they are of."""
    return _KINDS.get(word, word) in _KINDS.values()


def is_span(word: str) -> bool:
    """Whether it is a unit of time: `month`, `Tage`."""
    return bool(_SPAN.fullmatch(word))


def times_of_year(text: str) -> list[Value]:
    """The months without a day and the seasons that it names; one of a year is another than that of the next."""
    bare = _DATE.sub(" ", _figures(text))
    years = [Value(f"{month(name)} {year}", "date") for name, year in _OF_YEAR.findall(bare)]
    bare = _OF_YEAR.sub(" ", bare)
    seasons = [season[:3].casefold() for season in _SEASON.findall(bare)]
    return [*years, *(Value(name, "date") for name in (*map(month, _ALONE.findall(bare)), *seasons))]


def periods(text: str) -> set[str]:
    """The months without a day and the years that it names: of two of them two things are told."""
    bare = _DATE.sub(" ", _figures(text))
    return {month(name) for name in _ALONE.findall(bare)} | set(_YEAR.findall(bare))


def numbered_months(text: str, day: str) -> list[str]:
    """The months without a day that it names, as `2026-10`: of no year, the last that have begun by that day."""
    bare = _DATE.sub(" ", text)
    dated = [numbered(name, day, year) for name, year in _OF_YEAR.findall(bare)]
    return [*dated, *(numbered(name, day) for name in _ALONE.findall(_OF_YEAR.sub(" ", bare)))]


def measured_months(text: str) -> set[str]:
    """The months in which it tells how much there was: `41 in February`, and not `41 since February`."""
    measured = any(value.is_amount or value.kind == "span" for value in values(text))
    return set(map(month, _IN_MONTH.findall(_figures(text)))) if measured else set()


def without_values(clause: str) -> str:
    """The clause without its values, their common units, and what they are counted by: of `9 EUR per seat` nothing."""
    text = _TIME.sub(" ", _WEEKDAY.sub(" ", _ALONE.sub(" ", _DATE.sub(" ", _figures(clause)))))
    return re.sub(r"\d[\d.,'’]*", " ", _AMOUNT.sub(_counted, text))


def _counted(match: re.Match[str]) -> str:
    """What an amount counts, which its common units do not say."""
    value = _value(match)
    return " " if value.is_common else f" {match['suffix'] or ''} {match['unit'] or ''} "


def _value(match: re.Match[str]) -> Value:
    suffix, per = match["suffix"] or "", _kind(match["per"] or "")
    number = re.sub(r"['’,](?=\d{3})", "", match["number"]) + ("000" if suffix in _THOUSAND else "")
    unit = match["before"] or match["unit"] or ""
    unit = unit if suffix in _THOUSAND else suffix or unit
    if span := _SPAN.fullmatch(unit):
        return Value(f"{number} {_LETTERS[(span.lastindex or 1) - 1]}", "span", per, unit)
    return Value(number, _kind(unit), per, unit)


def _kind(unit: str) -> str:
    singular = re.sub(r"(?:es|en|s|n)$", "", unit.casefold()) if len(unit) > 3 else unit.casefold()
    kind = _KINDS.get(singular, singular)
    return kind if kind in _KINDS.values() or kind == unit.casefold() == "%" or content_words(unit) else ""


def _dated(date: str) -> str:
    words = re.findall(r"\d+|[^\W\d_]{3,}", date.casefold())
    return " ".join(
        sorted(month(word) if is_month(word) else word for word in words if word[0].isdigit() or is_month(word))
    )


def _is_year(match: re.Match[str]) -> bool:
    unit = match["before"] or _kind(match["unit"] or "")
    return bool(re.fullmatch(r"(?:19|20)\d\d", match["number"])) and not unit
