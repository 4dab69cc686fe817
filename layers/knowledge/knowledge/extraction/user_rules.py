"""What a person laid down for good, in this person's own words."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from knowledge.extraction.models import Candidate
from knowledge.text.sentences import item, sentences
from knowledge.text.strings import abbreviated, one_line
from knowledge.text.user_words import quoted
from knowledge.transcripts import Turn

MAX_RULES = 5
_MAX_MESSAGE, _MAX_ANSWERED, _MIN_WORDS = 300, 120, 4
_HOME = r"(?:repo(?:sitory)?|project|code ?base|service|app|application|company|team|branch)"
# What may stand before an order or a statement, and says nothing of when it holds; "in the health endpoint" and "in the
# meantime" are built alike, and so neither is taken.
_LEAD = (
    r"(?:(?:please|no|nope|stop|wait|wrong|again|and|also|but|so|ok|okay|remember|note)\b(?: again)?[,.:!]? "
    r"(?:that )?){0,6}"
    rf"(?:in this {_HOME},? )?"
)
_NOT = r"(?:do not|don[’']?t)"
# A verb that orders, with more behind it. Not `always a pleasure`, `never gonna`, `never seen`, `always fails`.
_VERB = (
    r"(?!(?:an?|the|my|your|our|his|her|their|its|in|on|at|for|with|so|too|very|more|again|ever|before|once|mind|gonna|going|"
    r"seen|see|been|be|heard|had|have|got|knew|thought|said|did|was|were|is|are)\b|"
    r"\w{1,30}ed\b|\w{0,30}[^s\W]s\b|\w{1,30},|(?-i:[A-Z]))\w"
)
# Whatever is of a kind: `every module`, or without an article `tests`, `error messages`; not these, not two of them.
# What all of them must do or not is said of a page's rows as often; what they must always or never do, of the project.
_EVERY = r"(?:every|each|all|any|no) (?!of\b|the\b|these\b|those\b|two\b|three\b|\d)[^,.;:]{1,60}? "
_ALL = (
    r"(?!(?:the|these|those|this|that|it|you|we|i|they|he|she|there|your|my|his|her|its|both|two|three|always|never)\b)"
    r"(?:[\w-]{1,30} ){0,3}[\w-]{1,30}s (?:in [^,.;:]{1,40}? )?"
)
# What we use in general: no one thing, but for "the logger here", and with no trouble told behind.
_WE = (
    rf"we (?:use\b(?! the\b(?![^.;:]{{0,200}} here\b)|[^.;:]{{0,200}} but )|"
    rf"(?:{_NOT}|only|always|never) use\b|(?:always|never) {_VERB})"
)
# What outlasts the task, as an order or as a statement about the project.
_LASTS = re.compile(
    _LEAD
    + "(?:"
    + "|".join(
        (
            rf"(?:for (?:[a-z-]{{1,30}} ){{0,2}}[a-z-]{{1,30}}s, )?always,? {_VERB}(?!\w{{0,30}} to\b)",
            rf"never(?: ever)?,? {_VERB}",
            rf"{_NOT} ever\b",
            r"no [^,.;]{1,80}, ever[.!]?$",
            r"(?:from (?:now|here) on|going forward|in future|henceforth),? (?!it|this|that|i\b|there|the\b|an?\b)",
            r"(?:ab (?:jetzt|sofort)|künftig|à partir de maintenant|désormais|dorénavant)\b",
            r"(?:a partir de ahora|de ahora en adelante)\b",
            r"(?:whenever|every ?time|each time) you [^.;:]{3,160}, ",
            rf"you must never {_VERB}",
            rf"we need to (?:always|never) {_VERB}",
            rf"(?:{_EVERY}|{_ALL})(?:must|ha(?:s|ve) to) (?:always|never) (?!have been)",
            rf"(?:instead of [^,.;:]{{1,60}}?,? )?{_WE}",
            r"our (?:[\w-]{1,30} ){0,3}(?:convention|policy|rule) is ",
            rf"(?:our [^,.;:]{{1,60}}?|[^,.;:]{{1,60}}? in this {_HOME}) (?:is|are) [^.;:]{{1,60}}, never ",
            rf"i(?:[’']ve)? (?:already )?(?:told|said) [^:,.;]{{0,40}}[:,] (?:always|never) {_VERB}",
            rf"(?:no|stop|{_NOT})\b[^.;:]{{1,80}}[,;] (?:since |because |as )?{_WE}",
            rf"we [^.;:]{{1,80}}, so (?:always|never) {_VERB}",
        )
    )
    + ")",
    re.I,
)
# How an instruction begins, as opposed to a report ("the button never appears"): what may stand beside a rule.
_ORDERS = re.compile(
    rf"{_LEAD}(?:always|never|{_NOT}|only|use|keep|stick|prefer|avoid|make sure|ensure|whenever|every ?time)\b", re.I
)
# What points at the moment: this file, that one, now, again. This project is there tomorrow.
_POINTS = re.compile(
    rf"\b(?:(?:this|that)(?! {_HOME}\b)|these|those|it|its|them|(?<!from )here|there(?! must| has to)|(?<!from )now|"
    r"yet|today|tonight|tomorrow|yesterday|above|below|attached|following|currently|last|next|then|still|again(?![,:])|same|"
    r"let[’']?s|can you)\b|\?|[:;]-?[)(]",
    re.I,
)
# What never or always holds here, or is used here, holds in this project.
_HERE = re.compile(r"(\b(?:never|always|use)\b[^.;!?]{0,80}?) here\b", re.I)
# Said for good whatever the task is: a whole sentence, or of one tool: `get_node: always pass depth=1`. What a page is
# always or never like stands as half a sentence in the list of its conditions.
_FOR_GOOD = re.compile(
    r"(?:Always|Never|(?:You|We) must (?:always|never)) [^\n]*\.$|(\w{1,60}[_.]\w{1,60}): (?i:always|never) "
)
# What shows a text, to be translated, mended or explained: its sentences are not the user's own.
_SHOWS = re.compile(r":|\b(?:this|these|following|below)\b", re.I)


def user_rules(turns: Sequence[Turn]) -> list[Candidate]:
    """At most five instructions that outlast the task, verbatim, each with what it answered.

    A short message of such sentences counts from the first order on; of longer ones, which are tasks with conditions
    of their own, a line that says always or never first, or that the user repeats in another message.
    """
    rules: dict[str, Candidate] = {}
    answered = ""
    lines: set[str] = set()
    for turn in turns:
        if turn.speaker == "agent" and (turn.prose or turn.command):
            answered = turn.prose or f"`{one_line(turn.command or '')}`"
        elif turn.speaker == "user" and not turn.command:
            for rule in [*_of_short(turn.prose), *_for_good(turn.prose), *sorted(lines & _lines(turn.prose))]:
                rules.setdefault(
                    rule, Candidate(quoted(rule, _last(answered)), "rule", authority="user", verbatim=rule)
                )
            lines |= _lines(turn.prose)
    return list(rules.values())[:MAX_RULES]


def _of_short(message: str) -> list[str]:
    """What a short message lays down, as one rule: from its first order on, since what stands behind may limit it."""
    whole = one_line(message)
    sayings = sentences(whole) if len(whole) <= _MAX_MESSAGE and "?" not in whole else []
    if not any(map(is_rule, sayings)) or not _lays_down(sayings):
        return []
    return [" ".join(dropwhile(lambda one: not _orders(one), sayings))]


def _lays_down(sayings: Sequence[str]) -> bool:
    """Whether all that it says is orders without a place, but for a few words of praise, blame or a task: beside a wish
    they are its conditions, and beside what shows a text a part of that."""
    return all(_orders(one) or (len(one.split()) <= _MIN_WORDS and not _SHOWS.search(one)) for one in sayings)


def _lines(message: str) -> set[str]:
    """The lines of a longer message that are orders: said again in another, one outlasts the task."""
    return {line for line in _of_longer(message) if len(line.split()) >= _MIN_WORDS and _orders(line)}


def _for_good(message: str) -> list[str]:
    """Its lines that say first that they hold always or never."""
    begun = ((line, _FOR_GOOD.match(line)) for line in _of_longer(message) if len(line.split()) >= _MIN_WORDS)
    return [line for line, first in begun if first and _orders(line.removeprefix(f"{first[1]}: "))]


def _of_longer(message: str) -> list[str]:
    """The lines of a longer message, without the marks of a list."""
    lines = (one_line(item(line) or line) for line in message.splitlines()) if len(message) > _MAX_MESSAGE else ()
    return [line for line in lines if len(line) <= _MAX_MESSAGE]


def is_rule(sentence: str) -> bool:
    """Whether it orders or states what outlasts the task, and points at nothing of the moment, nor smiles."""
    bare = sentence.strip("-*•# ")
    return len(bare.split()) >= _MIN_WORDS and bool(_LASTS.match(bare)) and not _points(bare)


def _orders(sentence: str) -> bool:
    """Whether it begins with an order, for good or for now."""
    return is_rule(sentence) or (bool(_ORDERS.match(sentence.strip("-*•# "))) and not _points(sentence))


def _points(sentence: str) -> bool:
    return bool(_POINTS.search(_HERE.sub(r"\1", sentence)))


def _last(answered: str) -> str:
    """The sentence that the user answered; "" where it is none, as a file's name."""
    last = "".join(sentences(one_line(answered))[-1:])
    return abbreviated(last, _MAX_ANSWERED) if len(last.split()) >= _MIN_WORDS - 1 else ""
