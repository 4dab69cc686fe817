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
# How an instruction begins, as opposed to a report ("the button never appears"). One that says first where or when it
# holds is none: "in the health endpoint" and "in the meantime" are built alike.
_ORDERS = re.compile(
    r"(?:(?:please|no|stop|wait|again|and|also|but|so|ok|okay|remember|note)[,.:!]? (?:that )?)*"
    r"(?:always|never|do not|don[’']?t|only|use|keep|stick|prefer|avoid|make sure|ensure|from now on|in future|"
    r"whenever|every ?time|we (?:use|never|always|don[’']?t use|only|prefer)|you (?:must|should|need to)|"
    r"(?:all|every|each|no|any|the|our|users?)\b.{0,60}?\b(?:must|should|shall|has to|have to|are to)\b|"
    r"(?:i|we) (?:want|like|need|prefer|would)\b.{0,40}\b(?:always|never|in general))\b",
    re.I,
)
# What makes it outlast the task.
_LASTS = re.compile(
    r"\b(?:always|never|from now on|in (?:the )?future|whenever|every|each|any|all|must|only|no .{1,40}should|instead|"
    r"(?:^|(?<=[,;:.—-] ))we (?:use|don[’']?t|prefer)|(?:do not|don[’']?t) (?:ever|use)|do NOT|prefer|in general|"
    r"stick to)\b",
    re.I,
)
# What points at the moment: this file, that error, now, again. This project is there tomorrow; to ensure that something
# is so points at nothing.
_POINTS = re.compile(
    r"\b(?:(?:this|(?<!ensure )(?<!sure )that)"
    r"(?! (?:repo(?:sitory)?|project|code ?base|service|app|application|company|team|branch)\b)|"
    r"these|those|it|its|them|here|there|(?<!from )now|yet|today|above|below|attached|following|"
    r"currently|last|next|first|then|still|again(?!,)|error|bug|screenshot|fix|try|check|look|let[’']?s|can you)"
    r"\b|\?",
    re.I,
)

# What never or always holds here holds in this project.
_HERE = re.compile(r"(\b(?:never|always)\b[^.;!?]{0,80}?) here\b", re.I)
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
    """The lines of a longer message that are rules by themselves."""
    return set(filter(is_rule, _of_longer(message)))


def _for_good(message: str) -> list[str]:
    """Its lines that say first that they hold always or never."""
    begun = ((line, _FOR_GOOD.match(line)) for line in _of_longer(message) if len(line.split()) >= _MIN_WORDS)
    return [line for line, first in begun if first and _orders(line.removeprefix(f"{first[1]}: "))]


def _of_longer(message: str) -> list[str]:
    """The lines of a longer message, without the marks of a list."""
    lines = (one_line(item(line) or line) for line in message.splitlines()) if len(message) > _MAX_MESSAGE else ()
    return [line for line in lines if len(line) <= _MAX_MESSAGE]


def is_rule(sentence: str) -> bool:
    """Whether it orders something that outlasts the task, and points at nothing of the moment."""
    return len(sentence.split()) >= _MIN_WORDS and _orders(sentence) and bool(_LASTS.search(sentence))


def _orders(sentence: str) -> bool:
    return bool(_ORDERS.match(sentence.strip("-*•# "))) and not _POINTS.search(_HERE.sub(r"\1", sentence))


def _last(answered: str) -> str:
    """The sentence that the user answered; "" where it is none, as a file's name."""
    last = "".join(sentences(one_line(answered))[-1:])
    return abbreviated(last, _MAX_ANSWERED) if len(last.split()) >= _MIN_WORDS - 1 else ""
