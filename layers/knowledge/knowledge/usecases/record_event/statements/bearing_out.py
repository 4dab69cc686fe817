"""Whether an event bears out what a model says of it: what a model adds of its own is no knowledge."""

import re
from collections.abc import Collection

from knowledge.privacy.emails import MARK
from knowledge.text.grounding import ungrounded
from knowledge.text.keywords import may_capitalise_nouns
from knowledge.usecases.record_event.language import nouns

_NOUN = re.compile(r"[^\W\d_][a-zß-öø-ÿ]+(?:-[^\W\d_][a-zß-öø-ÿ]+)*")  # no `HaulDesk`, which no noun is written like


_HEAD = 5  # letters of the last word of a compound; shorter ones end names, too: `Neuhaus`, `Steinbach`


def is_borne_out(text: str, event: str, shown: str = "") -> bool:
    """Whether the event has all that the text names (`unborne`), and the text tells of no e-mail."""
    return MARK not in text and not unborne(text, event, shown)


def unborne(text: str, event: str, shown: str = "") -> list[str]:
    """The figures and dates that the event lacks, and the names, unless they stand in what was `shown` beside it."""
    lacking = list(filter(nouns.trimmed, ungrounded(text, event)))  # `Eine …` begins a sentence and is no name
    compounds = _compounds(lacking, text, event)
    lacking = [word for word in lacking if word not in compounds]
    elsewhere = set(ungrounded(text, f"{event} {shown}")) if lacking and shown else set(lacking)
    return [word for word in lacking if word in elsewhere or any(map(str.isdigit, word))]


def may_be_nouns(words: Collection[str], event: str) -> set[str]:
    """Those of the words that a reader alone can tell from names: where nouns have capitals, all that look like one.

    Of one with hyphens each part that the event lacks does: `SMS-Erinnerung`.
    """
    if not may_capitalise_nouns(event):
        return set()
    lacking = {word: [part for part in word.split("-") if ungrounded(f"Ein {part}.", event)] for word in words}
    return {word for word, parts in lacking.items() if all(map(_NOUN.fullmatch, parts or [word]))}


def _compounds(words: Collection[str], text: str, event: str) -> set[str]:
    """Those of the words that are nouns for sure, where nouns have capitals: they end as one of the event's does."""
    compounds = [word for word in words if _NOUN.fullmatch(word)]
    if not compounds or not may_capitalise_nouns(f"{event} {text}"):
        return set()
    heads = {word.casefold() for word in _NOUN.findall(event) if len(word) >= _HEAD and word[0].isupper()}
    return {word for word in compounds if any(word.casefold().endswith(head) for head in heads)}


def beside_own_figures(text: str, event: str, shown: str) -> set[str]:
    """The figures of what was shown, where the text has one of the event's own: `two weeks later than 1 March`."""
    lacking = _figures(text, event)
    has_own = set(_figures(text, "")) - set(lacking)
    return set(lacking) - set(_figures(text, f"{event} {shown}")) if has_own else set()


def _figures(text: str, source: str) -> list[str]:
    """Those that the source lacks."""
    return [word for word in ungrounded(text, source) if any(map(str.isdigit, word))]
