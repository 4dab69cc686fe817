"""The units in which figures are told: two of one name in different ones are two figures."""

import re

from knowledge.text.statements.currencies import CODES
from knowledge.text.statements.values import values
from knowledge.text.strings import one_line

_MEASURED = re.compile(r"(?P<before>[€$£¥]|[A-Z]{3} )?-?\d[\d.,:'’]*\s?(?P<unit>[^\d(),;:]{0,24})")
_WORDS = 3  # of a unit: `EUR per seat`
_SI = re.compile(r"[kMGTcmµnhd]?([glmtWVAJB]|Wh|Hz|Pa|bar)([²³]?)")  # with its prefix, which changes nothing


def of(value: str) -> str:
    """The unit of a value that is a number and its unit, with what is noted of it; "" of any other."""
    measured = _MEASURED.fullmatch(value.partition(" (")[0].strip())
    unit = one_line(f"{measured['before'] or ''} {measured['unit']}") if measured else ""
    return unit if len(unit.split()) <= _WORDS else ""


def are_different(one: str, other: str) -> bool:
    """Whether both are told in units of which none is converted into the other: kilos and euros, not g and kg."""
    kinds = {_dimension(one), _dimension(other)}
    return "" not in kinds and len(kinds) > 1


def is_span(value: str) -> bool:
    """Whether it is how long something takes, and nothing else."""
    return _dimension(value) == "time"


def _dimension(value: str) -> str:
    """What a value measures, as well as its unit tells; "" of what is counted in words."""
    unit = of(value)
    if si := _SI.fullmatch(unit):
        return "".join(si.groups()).replace("t", "g")
    amount = next((one for one in values(value) if one.is_amount or one.kind == "span"), None)
    if not unit or amount is None:
        return ""
    is_time = amount.kind == "span" or unit in ("s", "ms", "µs", "ns")
    return "time" if is_time else amount.kind if amount.is_common or amount.kind.upper() in CODES else ""
