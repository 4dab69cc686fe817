"""The state that a service reports, told with what it is the state of: a version, an amount, an error."""

import re
from itertools import islice

from knowledge.text.strings import abbreviated, one_line
from knowledge.usecases.record_event.content.sanitizing import status
from knowledge.usecases.record_event.content.webhooks import SUM
from knowledge.usecases.record_event.models import Occurrence

MAX_ERROR = 160  # characters
MAX_STATES = 50  # of the items of one report
MAX_NAMED = 3  # lines of a transaction that its state tells
_SUCCEEDED = re.compile(r"succe|complet|deployed|finish|passed|released|live\b|ready\b|done\b|ok\b", re.I)
_FAILED = re.compile(r"fail|error|abort|crash|time[d_ -]*out|reject", re.I)
_LINE = re.compile(r"^([\w. ]{1,60}): (\S.*)$", re.M)
_WORDS = re.compile(r"(?!.*(?:_|://|[a-z]\d)).*[^\W\d_]{3}")  # no id and no address
_OWN = re.compile(r"\b(?:status|state|service|provider|source|type|event|date|currency|object)\b", re.I)
_AMOUNT = re.compile(rf"\b(?:{SUM.pattern}|total\b)", re.I)


def reported_state(event: Occurrence, state: str) -> str:
    """What the event is called, with its version or amount before its state, and the error behind it."""
    name = event.title.removesuffix(state).rstrip(":. ")
    version, amount = _field(event, "version"), _amount(event)
    of = f" {version}" if version else f" of {amount}" if amount else ""
    noted = _field(event, "error") or _party(event)
    return f"{name}{of}: {state}{f' ({noted})' if noted else ''}"


def states_of_items(event: Occurrence) -> dict[str, str]:
    """The states of what a report's arrays name, each behind its service: the alerts of two hosts are two."""
    service = one_line(str(event.metadata.get("service") or ""))
    items = [] if event.transaction else list(event.states.items())[:MAX_STATES]
    return {f"{service} {name}".strip(): state for name, state in items}


def releases(event: Occurrence, about: str) -> dict[str, str]:
    """By name what is live of a service, where a version succeeded, and else what failed last, with its error."""
    state, version = status(event.text, event.metadata), _field(event, "version")
    where = f"{about} in {environment}" if (environment := _field(event, "environment")) else about
    error = _field(event, "error")
    if _FAILED.search(state) and (version or error):
        return {f"Last failure of {where}": ", ".join(filter(None, [version, error])) or state}
    return {f"Live version of {where}": version} if version and _SUCCEEDED.match(state) else {}


def of_version(event: Occurrence, figures: dict[str, str]) -> dict[str, str]:
    """The figures, each with the version of which a release reports it: `312 (2.4.1)`."""
    version = _field(event, "version")
    if not (version and status(event.text, event.metadata)):
        return figures
    return {name: value if "(" in value else f"{value} ({version})" for name, value in figures.items()}


def _amount(event: Occurrence) -> str:
    """What one payment, refund or order moved."""
    lines = _LINE.findall(event.text) if event.transaction else []
    return next((one_line(value) for name, value in lines if _AMOUNT.search(name)), "")


def _party(event: Occurrence) -> str:
    """Who paid or ordered in one transaction, and for what: the lines that name somebody or something in words."""
    lines = _LINE.findall(event.text) if event.transaction else []
    others = (line for line in lines if not (_OWN.search(line[0]) or _AMOUNT.search(line[0])))
    named = (f"{name}: {one_line(value)}" for name, value in others if _names(value))
    return abbreviated("; ".join(islice(named, MAX_NAMED)), MAX_ERROR)


def _names(value: str) -> bool:
    """Whether it is somebody's or something's name, or says something, and is no word of a program's own: `card`."""
    return bool(_WORDS.match(value)) and (" " in value or value.istitle()) and value not in ("True", "False")


def _field(event: Occurrence, name: str) -> str:
    return one_line(str(event.metadata.get(name) or ""))[:MAX_ERROR]
