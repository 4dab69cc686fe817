"""Whether an event bears out what a model says of it: what a model adds of its own is no knowledge."""

import re
from collections.abc import Collection

from knowledge.privacy.emails import MARK
from knowledge.text.grounding import ungrounded
from knowledge.text.keywords import may_capitalise_nouns
from knowledge.usecases.record_event.language import nouns

_NOUN = re.compile(r"[^\W\d_][a-zß-öø-ÿ]+(?:-[^\W\d_][a-zß-öø-ÿ]+)*")  # no `HaulDesk`, which no noun is written like


def is_borne_out(text: str, event: str, shown: str = "") -> bool:
    """Whether the event has all that the text names (`unborne`), and the text tells of no e-mail."""
    return MARK not in text and not unborne(text, event, shown)


def unborne(text: str, event: str, shown: str = "") -> list[str]:
    """The figures and dates that the event lacks, and the names, unless they stand in what was `shown` beside it."""
    lacking = list(filter(nouns.trimmed, ungrounded(text, event)))  # `Eine …` begins a sentence and is no name
    elsewhere = set(ungrounded(text, f"{event} {shown}")) if lacking and shown else set(lacking)
    return [word for word in lacking if word in elsewhere or any(map(str.isdigit, word))]


def may_be_nouns(words: Collection[str], event: str) -> set[str]:
    """Those of the words that a reader alone can tell from names: where nouns have capitals, all that look like one."""
    return {word for word in words if _NOUN.fullmatch(word)} if may_capitalise_nouns(event) else set()


def beside_own_figures(text: str, event: str, shown: str) -> set[str]:
    """The figures of what was shown, where the text has one of the event's own: `two weeks later than 1 March`."""
    lacking = _figures(text, event)
    has_own = set(_figures(text, "")) - set(lacking)
    return set(lacking) - set(_figures(text, f"{event} {shown}")) if has_own else set()


def _figures(text: str, source: str) -> list[str]:
    """Those that the source lacks."""
    return [word for word in ungrounded(text, source) if any(map(str.isdigit, word))]
