"""The twelve months as they are written in English, German, French and Spanish, and in full in five more."""

from collections.abc import Collection
from contextlib import suppress
from datetime import date

_NAMES = (
    "january januar jänner janvier enero",
    "february februar feber février fevrier febrero",
    "march märz maerz mars marzo",
    "april avril abril",
    "may mai mayo",
    "june juni juin junio",
    "july juli juillet julio",
    "august août aout agosto",
    "september septembre septiembre",
    "october oktober octobre octubre",
    "november novembre noviembre",
    "december dezember décembre decembre diciembre",
)
# Portuguese, Italian, Dutch, Polish as dates have it, and Swedish, in full alone: `out` and `set` are English words.
_IN_FULL = (
    "janeiro gennaio januari stycznia",
    "fevereiro febbraio februari lutego",
    "março maart marca",
    "aprile kwietnia",
    "maio maggio mei maja maj",
    "junho giugno czerwca",
    "julho luglio lipca",
    "augustus sierpnia augusti",
    "setembro settembre września",
    "outubro ottobre października",
    "novembro listopada",
    "dezembro dicembre grudnia",
)
_ENGLISH = [names[:3] for names in _NAMES]
_MONTHS = {
    form: month
    for names, month in zip(_NAMES, _ENGLISH, strict=True)
    for name in names.split()
    for form in (name[:3], name[:4], name)
} | {"sept": "sep"}
_MONTHS |= {name: month for names, month in zip(_IN_FULL, _ENGLISH, strict=True) for name in names.split()}


def _either(words: Collection[str]) -> str:
    """A pattern of the words that reads each letter once: as alternatives all would be tried wherever a word begins."""
    rests: dict[str, set[str]] = {}
    for word in filter(None, words):
        rests.setdefault(word[0], set()).add(word[1:])
    ends = "|".join(letter + _either(sorted(rest)) for letter, rest in sorted(rests.items()))
    return f"(?:{ends})" + "?" * ("" in words) if rests else ""


# A month's name or its abbreviation, as long as it is written.
MONTH = _either(sorted(_MONTHS)) + r"(?![^\W\d_])"


def month(name: str) -> str:
    """Its first letters in English: `août` is `aug`."""
    return _MONTHS[name.casefold()]


def number(name: str) -> int:
    """Which of the twelve it is: `août` is 8."""
    return _ENGLISH.index(month(name)) + 1


def is_month(word: str) -> bool:
    """Whether a month is called so."""
    return word.casefold() in _MONTHS


def month_of(day: str) -> str:
    """That of a day as `2026-08-20`."""
    return _ENGLISH[int(day[5:7]) - 1]


def numbered(name: str, day: str, year: str = "") -> str:
    """A month as `2026-10`: of that year, else the last that has begun by a day as `2026-11-23`."""
    number = _ENGLISH.index(month(name)) + 1
    return f"{year or int(day[:4]) - (number > int(day[5:7]))}-{number:02}"


def first_of(name: str, day: str, year: str = "", ahead: int = 11) -> str:
    """The first of a month, as `2027-01-01`: of that year, else of the next such month within so many, else the last.

    A month that has begun is the last one.
    """
    wanted, begun = number(name), int(day[5:7])
    is_ahead = 0 < (wanted - begun) % 12 <= ahead
    until_then = int(day[:4]) + (wanted < begun) if is_ahead else int(day[:4]) - (wanted > begun)
    return f"{year or until_then}-{wanted:02}-01"


def day_near(value: str, day: str) -> str:
    """A date as `1 apr` or `2027 22 nov` → as `2026-04-01`, in the year nearest to the day; "" of anything else."""
    words = value.split()
    numbers = [int(word) for word in words if word.isdigit()]
    named = [_ENGLISH.index(word) + 1 for word in words if word in _ENGLISH]
    if not numbers or not named:
        return value if len(words) == 1 and value.count("-") == 2 else ""
    near = date.fromisoformat(day)
    years = [number for number in numbers if number > 31] or [near.year - 1, near.year, near.year + 1]
    dates = list[date]()
    for year in years:
        with suppress(ValueError):  # 29 February
            dates.append(date(year, named[0], min(numbers)))
    return min(dates, key=lambda one: abs(one - near)).isoformat() if dates else ""
