"""What several windows of a log gave, as one list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from knowledge.extraction import MAX_LEARNINGS, Candidate
from knowledge.llm_extraction.questions import MAX_QUESTIONS
from knowledge.text.near_duplicates import distinctions

_SAME = 0.7  # of the words of the shorter: what two windows tell of one thing shares as much, two things hardly ever


def merged(windows: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """At most `MAX_LEARNINGS`: the first of each window, then the second of each; what is told twice once.

    Of two that say the same that of the later window stays, which knows how things ended, with the questions of both.
    """
    placed: list[tuple[int, Candidate]] = []
    for window, candidate in _by_rank(windows):
        same = next((at for at, (_, one) in enumerate(placed) if _says_the_same(one, candidate)), None)
        if same is None:
            placed.append((window, candidate))
        else:
            (_, earlier), (latest, later) = sorted([placed[same], (window, candidate)], key=lambda pair: pair[0])
            questions = tuple(dict.fromkeys([*later.questions, *earlier.questions]))
            placed[same] = (latest, replace(later, questions=questions[:MAX_QUESTIONS]))
    return [candidate for _, candidate in placed][:MAX_LEARNINGS]


def _by_rank(windows: Sequence[Sequence[Candidate]]) -> Iterator[tuple[int, Candidate]]:
    for rank in zip_longest(*windows):
        yield from ((window, one) for window, one in enumerate(rank) if one is not None)


def _says_the_same(one: Candidate, other: Candidate) -> bool:
    """Most words, and of what keeps two sentences apart (numbers, names, negation) no more than one has besides."""
    first, second = _words(one.learning), _words(other.learning)
    marks, others = set(distinctions(one.learning)), set(distinctions(other.learning))
    alike = len(first & second) >= _SAME * min(len(first), len(second))
    return alike and (marks <= others or others <= marks)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
