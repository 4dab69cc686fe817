"""What several windows of a log gave, as one list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from knowledge.extraction import MAX_LEARNINGS, Candidate
from knowledge.llm_extraction.models import DroppedItem
from knowledge.llm_extraction.questions import MAX_QUESTIONS
from knowledge.text.near_duplicates import distinctions

_SAME = 0.7  # of the words of the shorter: what two windows tell of one thing shares as much, two things hardly ever
AGAIN = "tells what a later part of the log tells, too"
TOO_MANY = f"is beyond the {MAX_LEARNINGS} that are kept of a log"


def merged(windows: Sequence[Sequence[Candidate]]) -> tuple[list[Candidate], list[DroppedItem]]:
    """At most `MAX_LEARNINGS`: a person's words, the first of each window, then the second of each; what two windows
    tell once. And what falls away so.

    Of two that say the same that of the later window stays, which knows how things ended, with the questions of both.
    What one window tells is told by who saw all of it: two of its items are two, however alike, but for a person's
    words, and the database says which of them repeats the other.
    """
    placed: list[tuple[int, Candidate]] = []
    earlier: list[Candidate] = []
    for window, candidate in _by_rank(windows):
        same = next((at for at, one in enumerate(placed) if _tells_again(one, (window, candidate))), None)
        if same is None:
            placed.append((window, candidate))
        else:
            (_, before), (latest, later) = sorted([placed[same], (window, candidate)], key=lambda pair: pair[0])
            questions = tuple(dict.fromkeys([*later.questions, *before.questions]))
            placed[same] = (latest, replace(later, questions=questions[:MAX_QUESTIONS]))
            earlier.append(before)
    learnings = sorted((candidate for _, candidate in placed), key=lambda one: not one.verbatim)
    beyond = [DroppedItem.of(one.learning, TOO_MANY) for one in learnings[MAX_LEARNINGS:]]
    return learnings[:MAX_LEARNINGS], [*(DroppedItem.of(one.learning, AGAIN) for one in earlier), *beyond]


def _by_rank(windows: Sequence[Sequence[Candidate]]) -> Iterator[tuple[int, Candidate]]:
    for rank in zip_longest(*windows):
        yield from ((window, one) for window, one in enumerate(rank) if one is not None)


def _tells_again(one: tuple[int, Candidate], other: tuple[int, Candidate]) -> bool:
    (window, first), (another, second) = one, other
    return (window != another or bool(first.verbatim)) and _says_the_same(first, second)


def _says_the_same(one: Candidate, other: Candidate) -> bool:
    """Most words, and of what keeps two sentences apart (numbers, names, negation) no more than one has besides; a
    person's words are the same as none but themselves."""
    if one.verbatim or other.verbatim:
        return one.verbatim == other.verbatim
    first, second = _words(one.learning), _words(other.learning)
    marks, others = set(distinctions(one.learning)), set(distinctions(other.learning))
    alike = len(first & second) >= _SAME * min(len(first), len(second))
    return alike and (marks <= others or others <= marks)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
