"""What one takes back in one breath: `The budget is 20k a month. Sorry, 25k.` says 25k."""

import re
from collections.abc import Iterator, Sequence

from knowledge.text.keywords import content_words
from knowledge.text.statements.values import Value, values, without_values

WORDS = 3  # that a value may have: `14 May 2027`
# The words with which people correct themselves.
_SLIP = re.compile(
    r"(?:(?:oh|ah|no|nein|non)[,.!]? ){0,2}(?:sorry|correction|i mean(?:t)?|make (?:it|that)|rather|pardon|"
    r"entschuldigung|korrektur|ich meine|je veux dire|perdón|quiero decir|no|nein|non)[:,!.…]? ",
    re.I,
)


def corrected(texts: Sequence[str]) -> list[str]:
    """The sentences of one go with what each takes back of the one before it as it is meant."""
    meant = list[str]()
    for text in texts:
        instead = _instead(meant[-1], text) if meant else ""
        meant = [*meant[:-1], instead] if instead else [*meant, text]
    return meant


def _instead(before: str, text: str) -> str:
    """The sentence before with the value that the other one gives it; '' where that corrects nothing."""
    slip = _SLIP.match(text)
    now = text[slip.end() :].rstrip(".!") if slip else ""
    instead = values(now)
    if len(instead) != 1 or content_words(without_values(now).replace(instead[0].unit, "")):
        return ""
    [value] = instead
    counted = [other for other in values(before) if other.is_amount or other.kind in (value.kind, "span")]
    replaced = [other for other in counted if value.may_replace(other)]
    places = list(_places(before, replaced[0], value)) if len(replaced) == 1 else []
    return before[: places[0][0]] + now + before[places[0][1] :] if places else ""


def _places(text: str, value: Value, instead: Value) -> Iterator[tuple[int, int]]:
    """Where the text tells the value as the other one is told, with or without its unit."""
    words = list(re.finditer(r"\S+", text))
    for count in range(1, WORDS + 1):
        for first, last in zip(words, words[count - 1 :], strict=False):
            end = last.end() - len(last[0]) + len(last[0].rstrip(".,;:!?)"))
            alike = values(text[first.start() : end])
            if [(one.kind, one.value.split()[0]) for one in alike] == [(instead.kind, value.value.split()[0])]:
                yield first.start(), end
