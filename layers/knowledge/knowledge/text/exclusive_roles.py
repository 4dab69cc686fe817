"""Who or what holds what only one can hold: whoever says another name later says that it changed.

Of most that is said of a name the same may be true of another ("Anna knows billing"). Not so of who owns or leads one
thing, and of what is *the* such thing. Which verbs these are is a matter of their meaning, and English.
"""

import re

_OFFICE = r"(?:own|lead|head|chair|manage)"
_HELD = r"(?:owned|led|headed|chaired|managed)"
_NOW = r"(?:now |currently )?"
_SINCE = r"(?:(?:since|from|as of) [\w ]{1,30}? )?"
_DEFINITE = r"(?:the|our)"
# Names of persons begin with capitals, also behind a title; a team's have "the" before them.
_NAME = r"[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,2}"
_TEAM = rf"{_DEFINITE} \w+(?: \w+)?"
_WHOSE = rf"{_DEFINITE} [^.,;:]{{1,80}}?"
# By a verb, by what they are, or by whose it is: each begins where its clause does, or at `is`.
_PATTERNS = [
    re.compile(pattern.replace("{who}", rf"(?P<who>(?-i:{_NAME})|{_TEAM})"), re.I)
    for pattern in (
        rf"^{_SINCE}{{who}} {_NOW}(?:{_OFFICE}s|decides (?:on|about)) \w",
        rf"^{_SINCE}{{who}} is {_NOW}(?:responsible for|in charge of) \w",
        rf"^{_SINCE}(?!{_DEFINITE} |\w+ing\b){{who}} is {_NOW}{_DEFINITE} (?!same\b)\w",
        rf"\bis {_NOW}{_HELD} by {{who}}(?! (?:and|or)\b)",
        rf"^{_SINCE}(?P<whose>{_WHOSE}) is {_NOW}(?P<who>(?-i:{_NAME}))(?! (?:and|or)\b)",
    )
]
_CLAUSE = re.compile(r"(?<=[.!?;])\s+|\n+")
# Who is nobody in particular.
_ANYBODY = re.compile(
    r"(?:it|he|she|this|that|which|wh\w+|how|here|one|each|every\w*|any\w*|no|no(?:body|thing| one)|some\w*|there|if"
    r"|unless|the|our)\b",
    re.I,
)


def holders(text: str) -> list[str]:
    """The names of those who hold what only one can hold, in lower case, in their order."""
    clauses = (clause.strip(" .!?;*->") for clause in _CLAUSE.split(text))
    return [name for clause in clauses if (name := _holder(clause))]


def _holder(clause: str) -> str:
    match = next(filter(None, (pattern.search(clause) for pattern in _PATTERNS)), None)
    name = re.sub(rf"^{_DEFINITE} ", "", match["who"], flags=re.I) if match else ""
    return "" if _ANYBODY.match(name) else name.lower()
