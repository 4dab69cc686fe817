"""What the wording of a sentence tells of why something was so, what else was weighed, and how an attempt ended."""

import re

from knowledge.text.statements.months import is_month
from knowledge.text.statements.values import values
from knowledge.text.strings import one_line

_WHY = r"because|due to|so that|in order to|weil|damit|parce que|porque"
_TELLS_WHY = re.compile(rf"\b(?:{_WHY}|reason)\b", re.I)
_SINCE = re.compile(r"\bsince ([^\s.,;]+(?: [^\s.,;]+)?)", re.I)


# What begins with the word for it, as a label or as the subject: `Cause was the drain.` `Ursache: der Abfluss.`
_CAUSE = re.compile(r"(?:(?:the|die|la) )?(?:root )?(?:causes?|ursachen?|causas?)(?= ?:| \w+ \w)", re.I)


def names_cause(text: str) -> bool:
    """Whether it is said to tell the cause of what went wrong."""
    return bool(_CAUSE.match(text))


def gives_reason(text: str) -> bool:
    """Whether it tells why; `since October` tells a time."""
    since_what = any(not _is_time(begins) for begins in _SINCE.findall(text))
    return bool(_TELLS_WHY.search(text)) or names_cause(text) or since_what


def _is_time(text: str) -> bool:
    return bool(re.search(r"\d", text) or values(text)) or is_month(text.split()[0])


# "Since 2024" and "since Monday" tell a time, no reason.
_REASON = re.compile(rf"\b(?:{_WHY}|since(?! \d| (?-i:[A-Z]))|requested|to avoid|to allow)\b[^.\n]{{3,200}}", re.I)


def reason(text: str) -> str:
    """What it tells first of why or for whom, to the end of its sentence; "" where it tells nothing of it."""
    match = _REASON.search(text)
    return one_line(match[0]) if match else ""


# "… instead of Redis": what was not chosen
_OTHERWISE = re.compile(
    r"\b(?:instead of|rather than|alternatives?|considered|compared|versus|vs|statt|plutôt que|en lugar de)\b", re.I
)


def alternative(sentence: str) -> str:
    """The clause of it that tells what else was weighed, as a sentence; "" where none does.

    A value tells what was before: `4 hours instead of 6`.
    """
    begins = _OTHERWISE.search(sentence)
    clause = re.split(r"[,;] ", sentence[begins.start() :], maxsplit=1)[0].rstrip(".") if begins else ""
    clause = "" if re.search(r"\d", clause) else clause
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""


_WEIGHED = re.compile(
    r"\b(?:alternatives?|considered|compared (?:it |them )?with|versus|vs|rejected|verworfen|abgelehnt|rejetée?s?|"
    r"rechazad[oa]s?)\b",
    re.I,
)


def weighs(sentence: str) -> bool:
    """Whether it tells what else was weighed or rejected, and not only what was before."""
    return bool(_WEIGHED.search(sentence))


# `As a consequence …`, `Par conséquent, …`, `Als Folge …`: begins with the word for it.
_FOLLOWS = re.compile(r"(?:\w+ ){0,2}(?:[ck]ons[eé][qc]u\w{2,7}|folge)\b,? ", re.I)


def follows(sentence: str) -> bool:
    """Whether it says of itself that it follows from what was said before."""
    return bool(_FOLLOWS.match(sentence))


# Only what says so by itself; an ending that does not ("it never came up") is known by what it means.
_FAILED = re.compile(
    r"\b(?:fail(?:s|ed|ure|ing)?|g[ai]ve[sn]? up|crash\w*|timed? out|gescheitert|fehlgeschlagen|échou\w+)\b", re.I
)


def tells_of_failure(text: str) -> bool:
    """Whether it has a word for a failure."""
    return bool(_FAILED.search(text))


_UNABLE = re.compile(
    r"\b(?:could(?: not|n.t)|(?:was|were)(?: not|n.t) able|konnte[nst]*\b[^.]*\bnicht|n.a(?:i|vons)? pas pu"
    r"|no (?:pude|pudimos|pudo))\b",
    re.I,
)


def tells_of_inability(text: str) -> bool:
    """Whether it tells what could not be done: beside an attempt, how that ended."""
    return bool(_UNABLE.search(text))


# `intent\w+` is Spanish: "intentó", "intentamos".
_TRIED = re.compile(r"\b(?:tried|trying|attempts?|retried|versucht|essayé|intent\w+)\b", re.I)


def tells_of_attempt(text: str) -> bool:
    """Whether it tells that something was tried."""
    return bool(_TRIED.search(text))


# "Needed to" as well: what had to be done has to be done the next time, too.
_LESSON = re.compile(
    r"\b(?:must|should|need(?:s|ed)? to|have to|has to|instead(?! of)|never|always|lesson|muss"
    r"|next time|n[äa]chste[sn]? mal|prochaine fois|próxima vez)\b",
    re.I,
)


_NEXT_TIME = re.compile(
    r"\b(?:lesson|next time|n[äa]chste[sn]? mal|prochaine fois|próxima vez)\b"
    r"|^(?:always|never|immer|niemals|toujours|siempre|nunca)\b",
    re.I,
)


def tells_of_next_time(text: str) -> bool:
    """Whether it tells by itself that it looks ahead to the next time, or lays down what is to be done each time."""
    return bool(_NEXT_TIME.search(text))


def draws_lesson(text: str) -> bool:
    """Whether it tells what holds for the next time, not what happened: `the pool must be closed first`."""
    return bool(_LESSON.search(text))
