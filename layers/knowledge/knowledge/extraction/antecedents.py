"""What a user's rule answers, and whether it says anything without that."""

import re

from knowledge.privacy.emails import MARK
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.strings import abbreviated, one_line

_MAX_CHARACTERS, _MIN_WORDS = 120, 3
# What is nothing without the words before it: "Never commit it.", "Otherwise ask me."
POINTS_BACK = re.compile(
    r"\b(?:it|its|them|they|that|those|such|so(?! that)|otherwise|instead(?! of)|then|else|too|same|except)\b"
    r"|\b(?:es|sonst|stattdessen|dann|auch|sinon|eso|si no)\b",
    re.I,
)
# What says when, and not what: that stands in the words before it.
_WHEN_ALONE = re.compile(
    r"\W*(?:(?:no|yes|nein|ja|non|oui|sí)\W+)?(?:always|never|immer|nie(?:mals)?|toujours|jamais|siempre|nunca)[,;.:!]",
    re.I,
)


def answered_in(rule: str, answered: str) -> str:
    """The sentence that a rule answers: a question, or one with a word in common or without which it says nothing. ""
    where there is none, it is a file's name, it tells of an e-mail, or it is too long to be told: a list, mostly."""
    last = "".join(sentences(one_line(answered))[-1:])
    if len(last.split()) < _MIN_WORDS or MARK in answered:
        return ""
    if last.endswith("?"):
        return abbreviated(last, _MAX_CHARACTERS)
    in_common = {*content_words(last)} & {*content_words(rule)}
    return last if (in_common or _points_back(rule)) and len(last) <= _MAX_CHARACTERS else ""


def leans(rule: str) -> bool:
    """Whether it says nothing without the words before it: it points back, or says no more than when: "Never, …"."""
    return _points_back(rule) or bool(_WHEN_ALONE.match(rule))


def _points_back(rule: str) -> bool:
    return bool(POINTS_BACK.search(_opening(rule)))


def _opening(rule: str) -> str:
    """Its first clause of more than a word; behind one, what points back may point at that."""
    clauses = re.split(r"[,;:.!?](?:\s|$)", rule)
    return next((clause for clause in clauses if len(clause.split()) > 1), rule)
