"""What a denial is about: `Anna no longer works on Mondays` says nothing of where she works."""

import re

from knowledge.text.keywords import content_words
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.subjects import Subjects
from knowledge.text.statements.values import values, without_values

MIN_BEHIND, MIN_BEFORE = 0.6, 0.7  # the weight of the words behind a denial, or of all, that what is denied has

# What belongs to no denial: why it is so, what is so instead, what is said behind it, and what points at where that is.
_BEYOND = re.compile(
    r"\b(?:because|due to|since|but|weil|wegen|denn|sondern|parce que|car|mais|porque|sino|pero)\b.*|"
    r"\b(?:any ?more|here|there|mehr|hier|dort|ici|là|aquí|allí)\b|"
    r"(?:[:;]| [–—]) .*",
    re.I,
)
_ALONE = re.compile(r"\W*[^\W\d_]{3,}\W*")  # a word without a preposition or an article before it


def is_denied(clause: str, denial: re.Match[str], subjects: Subjects) -> bool:
    """Whether the clause has the values and most of the words that stand behind the word of denial, else before it.

    A word alone, as in `is no longer open`, is said of the subject as a whole; `kein` stands before what there is none
    of.
    """
    before, behind = denial.string[: denial.start()], _BEYOND.sub(" ", denial.string[denial.end() :])
    is_behind = bool(WORD.search(behind))
    denied, least = (behind, MIN_BEHIND) if is_behind else (before, MIN_BEFORE)
    words, amounts = set(subject_words(without_values(denied), subjects)), {value.value for value in values(denied)}
    is_whole = is_behind and _ALONE.fullmatch(denied) and not denial[0].casefold().startswith("kein")
    if not amounts and (is_whole or not words):
        return True
    has_words = not words or subjects.share(words, subjects.stems(clause)) >= least
    return has_words and amounts <= {value.value for value in values(clause)}


def subject_words(text: str, subjects: Subjects) -> list[str]:
    """The keys of its words but for those that stand for anything or deny."""
    words = filter(subjects.tells, WORD.findall(text))
    nothing = subjects.pronouns | subjects.determiners
    return [key for word in words if (key := subjects.key(word)) not in nothing]


def asserts(clause: str) -> bool:
    """Whether it says something, and is no mere name: `Milan Koch (Dramaturgie)`."""
    return any(word[0].islower() and content_words(word) for word in WORD.findall(clause))
