"""Two sentences in the same words: of two things, each with its own, or of one thing that has changed."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.text.keywords import content_words
from knowledge.text.numerals import in_figures
from knowledge.text.statements.former_values import NOW
from knowledge.text.statements.months import is_month
from knowledge.text.statements.values import values

_FIGURE = re.compile(r"\d")


def are_told_alike(new: str, old: str) -> bool:
    """Whether word by word both tell the same of two things, each with its figure: `Cole delivers within 7 days.`

    Or with anything else of its own, or the same figure, where they begin with what they are of.
    """
    one, two = tokens(new), tokens(old)
    if len(one) != len(two):
        return False
    differing = [pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]]
    figures = [pair for pair in differing if all(map(_FIGURE.search, pair))]
    named = [pair for pair in differing if all(is_telling([token]) for token in pair)]
    is_alike = len(one) >= 2 * len(differing) and bool(named)
    has_own = len(named) > 1 or any(map(_FIGURE.search, one))
    return is_alike and (bool(figures) or (has_own and _are_begun_by_others(one, two)))


@lru_cache(maxsize=4_096)
def are_told_of_two(new: str, old: str) -> bool:
    """Whether each begins with another subject, goes on mostly in the words of the other, and tells other figures."""
    one, two = (tokens(in_figures(NOW.sub(" ", text))) for text in (old, new))
    if not (_are_begun_by_others(one, two) and _are_in_the_same_words(one, two)):
        return False
    replaced = [edit for edit in _edits(one, two) if edit[0] != "equal"]
    before = [token for _, at, to, _, _ in replaced for token in one[at:to] if _FIGURE.search(token)]
    after = [token for _, _, _, by, until in replaced for token in two[by:until] if _FIGURE.search(token)]
    return bool(before and after) and before != after


def counterpart(clause: str, parts: Sequence[str]) -> str:
    """The part that has most of its words."""
    own = set(tokens(clause))
    return max(parts, key=lambda part: len(own & set(tokens(part))))


def are_in_the_same_words(new: str, old: str) -> bool:
    """Whether most words of both are the same, in the same order."""
    return _are_in_the_same_words(tokens(old), tokens(new))


def is_telling(texts: Sequence[str]) -> bool:
    """Whether one of the words says what is spoken of, and is no value."""
    return any(content_words(token) and not NOW.fullmatch(token) and not values(token) for token in texts)


def tokens(text: str) -> list[str]:
    """Its words and figures, without what ends them."""
    return [token.strip(".,;:") for token in re.findall(r"(?<![\w.,:%€$£-])[\w.,:%€$£-]*\w[\w.,:%€$£-]*", text.lower())]


def _are_begun_by_others(one: list[str], two: list[str]) -> bool:
    """Whether what first sets them apart names what they are of: nothing telling is before it but the word beside it.

    `Father Daly wants` and `Father Quinn wants`, but `The office is in Linz` and `The office is in Graz`.
    """
    edits = _edits(one, two)
    _, at, to, by, until = next((edit for edit in edits if edit[0] != "equal"), ("", 0, 0, 0, 0))
    is_begun = not is_telling(one[: max(0, at - 1)])
    return is_begun and _is_named(one[at : to + 1]) and _is_named(two[by : until + 1])


def _is_named(texts: Sequence[str]) -> bool:
    """Whether it names something, away from a value; a month says when, and a verb may stand before a value."""
    return is_telling(texts[:1]) and not is_month(texts[0]) and not any(values(token) for token in texts)


def _are_in_the_same_words(one: list[str], two: list[str]) -> bool:
    same = sum(to - at for tag, at, to, _, _ in _edits(one, two) if tag == "equal")
    return 2 * same >= max(len(one), len(two))


def _edits(one: list[str], two: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
