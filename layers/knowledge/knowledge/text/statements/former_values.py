"""What a statement tells as what was so before, by the few words that grammar has for it."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from knowledge.text.keywords import content_words
from knowledge.text.numerals import in_figures
from knowledge.text.sentences import sentences
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import Value, periods, times_of_year, values, without_values

# What follows is no longer so, or was so before.
_NO_LONGER = (
    r"instead of|rather than|no longer|not|forget|statt|anstatt|nicht(?: mehr)?|kein\w*|au lieu d[eu]|plutôt que|pas|"
    r"plus(?! qu)|en (?:lugar|vez) de|ya no|used to be|bisher|antes"
)
_SO_FAR = r"so far|until now|previously|formerly|bisher|bislang|jusqu'ici|hasta ahora|antes"
_WAS = rf"was|were|used to be|war|waren|était|étaient|era|eran|{_SO_FAR}"
_TO = r"to|auf|à|au|a"
_ON = r"(?:(?:the )?\d{1,2}(?:st|nd|rd|th|er|\.)? (?:of |de )?)?"  # `from 1 May` tells since when, and not what was
# What is open, or costs, from one to the other, was neither before.
_NO_RANGE = "".join(
    rf"(?<!\b{verb} )"
    for verb in (
        "open", "opens", "cost", "costs", "take", "takes", "run", "runs", "last", "lasts", "range", "ranges", "ranging",
        "offen", "geöffnet", "kostet", "kosten", "dauert", "dauern", "läuft", "reicht", "gilt",
    )
)  # fmt: skip
_NO_SPAN = r"(?! the \d+(?:st|nd|rd|th) to the \d)"  # shut from the 10th to the 21st
_PAST = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:{_NO_LONGER})\b(?!-)((?:(?!\b(?:{_TO})\b)(?:[^,;.:()!?]|[.,:](?=\d))){{1,40}})",
        rf"\b(?:{_NO_LONGER}), [^,;.:()!?]{{1,30}}, ([^,;.:()!?]{{1,40}})",  # not, as planned, on 27 February
        r"[^,;()!?]\d[^,;()!?]{0,40}[,(] ?(?:from|von|vom|de|du) (?:the )?([^,;()!?]{0,4}\d[^,;()!? ]{0,10})"
        r"(?=[),;.]|$)",  # 15.20 (from 14.50)
        rf"\d[^,;()!?]{{0,40}}\(([^,;()!?]{{0,12}}\d[^,;()!?]{{0,12}}?) (?:{_SO_FAR})\)",  # 415 (388 so far)
        rf"\b{_NO_RANGE}(?:from|von|vom|aus|de|du)\b{_NO_SPAN}([^;()!?]{{1,40}}?)\b(?:{_TO}|werden|wurden)\b(?=[^,;()!?]{{0,12}}\d)",
        rf"\b(?:{_TO}) [^,;()!?]{{0,12}}\d[^,;()!?]{{0,20}}? (?:from|von|vom|de|du) (?!{_ON}{MONTH})"
        r"([^,;()!?]{1,20})",  # to 6 from 4; `to 6 from May` tells since when
        r"(?:^|(?<=[,;()])|(?<=[.:–] ))((?:(?![.:–] |,(?!\d))[^;()]){1,60}?)(?:->|→)",  # `Release 5.0: 30 -> 15`
        r"(?:^|(?<=\()|(?<=\bthe )|(?<=\bdie )|(?<=\blos )|(?<=\blas )|(?<=\bles ))(\S{0,20}\d\S{0,20}) "
        r"(?:was|were|war|waren|era|eran|était|étaient)\b",  # the 45 were last year's
        # 48 h was changed to 72 h
        r"(?<![^,;()!?])((?:[^,;()!?]|,(?=\d)){1,60}?) "
        r"(?:was|were|is|are|wurde|wird) [^\W\d_]+ (?:to|auf)\b(?=[^,;()!?]{0,12}(?:\d|(?-i:[A-ZÀ-Þ])))",
    )
]


ANSWERED = re.compile(r"(?<=\?)\s+")  # what was asked and what was answered, also in lower case
_GOES_ON = re.compile(r"(?<=\?)\s+|(?<=[^\W\d_]\.)\s+(?=\d)")  # and a sentence that begins with a value
# On which day something was done: `was inspected on the 3rd`.
_ON_A_DAY = re.compile(rf"\b(?:on the \d{{1,2}}(?:st|nd|rd|th)|am \d{{1,2}}\.)(?! (?:of )?{MONTH})", re.I)
# Up to the next mark; one between digits is a number's.
_BEFORE = re.compile(rf"\b(?:{_WAS})\b((?:[^,;.:()!?]|[.,:](?=\d)){{1,40}})", re.I)


@lru_cache(maxsize=4_096)
def past_values(statement: str) -> frozenset[Value]:
    """The values that a statement tells as what was so before."""
    parts = [in_figures(part) for sentence in sentences(statement) for part in _GOES_ON.split(sentence)]
    past = {value for sentence in parts for value in _past_values(sentence)}
    return frozenset(past | _taken_back(parts) | _put_off(parts))


def _put_off(parts: Sequence[str]) -> set[Value]:
    """The dates that were to be, where a later sentence says what is now: `It was to be on 1 May. It's 8 May now.`"""
    past: set[Value] = set()
    for at, sentence in enumerate(parts):
        was = {value for value in _values(_BEFORE.findall(sentence)) if value.kind == "date"}
        after = (value for later in parts[at + 1 :] if NOW.search(later) for value in values(later))
        if was and any(value.kind == "date" and value not in was for value in after):
            past |= was
    return past


_DAY = r"\b(?:the|de[rnm]|el|le) (\d{1,2})(?!\d)(?:st|nd|rd|th|er|\.)?"
# "no longer on Friday", "Friday was": the day that holds no more
_DAY_OF_BEFORE = re.compile(
    rf"\b(?:{_NO_LONGER})\b(?!-)[^,;.:()!?]{{0,12}}{_DAY}(?! ?[:%€£$])|{_DAY} (?:{_WAS})\b", re.I
)


def days_alone(text: str) -> set[Value]:
    """The dates that it tells by their day alone, in the month told before: `on 9 February and off on the 27th`."""
    months = [value.value.split()[-1] for value in values(text) if value.kind == "date"]
    days = re.findall(_DAY, in_figures(text), re.I)
    return {Value(f"{day} {month}", "date") for day in days for month in months[:1] if len(set(months)) == 1}


def days_of_before(statement: str, before: str = "") -> set[Value]:
    """The dates told as past by their day alone, in the month that is told last: `from 3 December, not the 8th`."""
    months = [value.value.split()[-1] for value in values(f"{before} {statement}") if value.kind == "date"]
    days = (day for match in _DAY_OF_BEFORE.findall(statement) for day in match if day)
    return {Value(f"{day} {months[-1]}", "date") for day in days} if months else set()


def _taken_back(parts: Sequence[str]) -> set[Value]:
    """What is put right in the same go: `It costs 38 euros. They raised it. 41 euros from January.`"""
    past: set[Value] = set()
    for at, sentence in enumerate(parts):
        stated, words = values(sentence), content_words(RIGHT.sub(" ", without_values(sentence)))
        stated = [value for value in stated if value.kind != "date"] or stated
        turns = RIGHT.search(sentence) or holds_from(sentence) or (at > 1 and NO.match(parts[at - 1]))
        if at and len(stated) == 1 and len(words) <= 1 and turns:
            told_before = (value for before in parts[:at] for value in values(before))
            past |= {value for value in told_before if value.kind == stated[0].kind and value.value != stated[0].value}
    return past


def _past_values(sentence: str) -> set[Value]:
    if " — " in sentence:  # the row of a table
        return set()
    past = _values(part for pattern in _PAST for part in pattern.findall(sentence))
    was = {value for piece in sentence.split(";") for value in _told_as_before(piece, sentence, past)}
    return past | was


def _told_as_before(piece: str, sentence: str, past: set[Value]) -> set[Value]:
    """What it was, beside what it is; with a subject of its own, or its month, it is simply what was measured then.

    So is the day on which something was done, where no other day is told.
    """
    parts = (_ON_A_DAY.sub(" ", part) for part in _BEFORE.findall(piece))
    was = _values(part for part in parts if not (values(part) and periods(part)))
    beside = [piece] if content_words(without_values(piece)) else [sentence]
    now = _values(beside) - was - past
    is_dated = bool(NOW.search(sentence)) or any(value.kind in ("date", "weekday") for value in now)
    return {value for value in was if is_dated or value.kind != "date"} if now else set()


def _values(parts: Iterable[str]) -> set[Value]:
    return {value for part in parts for value in (*values(part), *times_of_year(part))}


NO = re.compile(r"(?:no|nein|non)\b", re.I)
_AT_ONCE = r"now|from (?:now on|today)|jetzt|ab (?:sofort|heute)|désormais|maintenant|ahora"
_FROM_NOW_ON = rf"{_AT_ONCE}|from tomorrow|as of|instead|ab morgen"
# What is said is so from now on; some of the words need not tell that, and nor does `Now, …`.
NOW = re.compile(rf"\b(?<!until )(?<!till )(?<!bis )(?:{_FROM_NOW_ON}|after all|new|neu|nun|doch)\b", re.I)
_TURN = re.compile(rf"\b(?:{_FROM_NOW_ON})\b(?!,)", re.I)
AT_ONCE = re.compile(rf"\b(?<!until )(?<!till )(?<!bis )(?:{_AT_ONCE})\b", re.I)
NOT = re.compile(r"\b(?:not|never|no|nobody|without|cannot|kein\w*|nicht|nie|ne|pas|sans|sin)\b|n['’]t\b", re.I)
# What is said is as it was.
STILL = re.compile(
    r"\b(?:still|remain(?:s|ed)?|stay(?:s|ed)?|unchanged|as before|weiterhin|bleib(?:t|en)|unverändert|wie bisher|"
    r"toujours|rest(?:e|ent)|inchangée?s?|sigue[ns]?|todavía|igual que antes)\b",
    re.I,
)
# What is done until then: `stopped shipping`, `avons cessé de livrer`, `dejamos de enviar`; no advice, and no denial.
_STOPS = (
    r"(?:(?<!never )(?<!not )stop(?:s|ped)|(?<=we )stop|(?<=will )stop)(?= [a-z]+ing\b)|"
    r"(?:cessé|arrêté|dej(?:é|ó|amos|aron|ado)) de(?= \w+r\b)"
)
# What follows is no longer so, or what stands before it.
ENDS_NEXT = re.compile(
    rf"\b(?:no longer|{_STOPS}|nicht mehr|instead of|rather than|replac\w+|drop(?:ped)?|"
    r"(?:switch|mov|migrat)\w* (?:[\w-]+ ){0,3}from|kein\w*(?= (?:[\w-]+ ){1,3}mehr)|"
    r"statt|ersetz\w+|au lieu d[eu]|remplac\w+|ya no|en (?:vez|lugar) del?)\b",
    re.I,
)
# `Il n'est plus` tells an end, `il n'a plus que deux jours` that little is left.
ENDED = re.compile(
    rf"\b(?:no longer|{_STOPS}|not any ?more|replaced|dropped|cancell?ed|nicht mehr|ersetzt|"
    r"n[e']\s?\w+ plus(?! qu)|ya no)\b",
    re.I,
)

# Those of them that deny something of a subject; others end it whole.
NO_LONGER = re.compile(rf"no longer|{_STOPS}|not any ?more|nicht mehr|kein\w*|n[e']\s?\w+ plus|ya no", re.I)


# `don't use Slack any more`: the denial stands apart from its end.
_NOT_ANY_MORE = re.compile(
    r"\b(?:(?:do|does|did)(?:n['’]t| not)(?= \w+ \w+ )|(is|are|was|were)(?:n['’]t| not)) "
    r"([^,;.:!?]{2,60}?) any ?more\b",
    re.I,
)


def in_one_word(text: str) -> str:
    """The text with what it denies behind `no longer`: `We don't use Slack any more` → `We no longer use Slack`."""
    return _NOT_ANY_MORE.sub(lambda match: " ".join(filter(None, (match[1], "no longer", match[2]))), text)


def ends_something(text: str) -> bool:
    """Whether it says that something is no longer so."""
    return bool(ENDED.search(text) or ENDS_NEXT.search(text))


# "… the Redis": a name behind an article
_NAME = re.compile(r"\s+(?:the |de[rmns]? |die |das |l[ae]s? |el |los )?([a-zß-ÿ]{0,8}[A-ZÀ-Þ][\w-]*\w)")


def ended_names(text: str) -> set[str]:
    """The names that a statement tells as what is no longer so: `Frankfurt instead of Dublin`."""
    return {name[1] for ended in ENDS_NEXT.finditer(text) if (name := _NAME.match(text, ended.end()))}


# What was said is put right.
RIGHT = re.compile(r"\b(?:correct[ao]?|right|exact[ae]?|richtig\w*|korrekt\w*)\b|\bcorrected:", re.I)


# Only as far as a date reaches that stands right behind it, or behind its weekday: `from the 3 March 2026`; of
# `from 30 days to 14 from 1 April` each.
_SINCE = r"from|since|as of|ab|seit|à partir d[eu]|depuis|desde|a partir de"
FROM = re.compile(
    rf"\b(?:{_SINCE})\b(?: the| dem| den| el| le)?(?: [^\W\d_]+(?:day|tag),?)? "
    rf"((?:(?!\b(?:{_SINCE})\b)[^,;()!?]){{1,25}})",
    re.I,
)


# What was counted in a time that is over: `Revenue was`, `24 people cancelled`, `Wir hatten`.
THEN = re.compile(
    r"\b(?:was|were|had|\w{3,}ed|war(?:en)?|hatten?|lag(?:en)?|gab|wurden?|était|étaient|avai(?:t|ent|ons)|era[ns]?|"
    r"tuv\w+|hubo|fue(?:ron)?)\b",
    re.I,
)


def is_of_its_time(clause: str) -> bool:
    """Whether it tells an amount of a time that is over, and no change of it."""
    is_changed = bool(NOW.search(clause) or past_values(clause))
    return any(value.is_amount for value in values(clause)) and bool(THEN.search(clause)) and not is_changed


def holds_from(text: str) -> bool:
    """Whether it tells since when, or from when on, something is so."""
    parts = FROM.findall(text)
    return any(value.kind == "date" for part in parts for value in (*values(part), *times_of_year(part)))


def tells_turn(text: str) -> bool:
    """Whether it says in so many words that something is otherwise since, or is no longer so."""
    return bool(_TURN.search(text) or ENDS_NEXT.search(text) or ENDED.search(text))


def says_change(text: str) -> bool:
    """Whether it says that something is otherwise than it was."""
    return bool(NOW.search(text) or ENDS_NEXT.search(text) or ENDED.search(text) or past_values(text))
