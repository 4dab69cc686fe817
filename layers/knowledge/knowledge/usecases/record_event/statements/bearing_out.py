"""Whether an event bears out what a model says of it: what a model adds of its own is no knowledge."""

import re

from knowledge.privacy.emails import MARK
from knowledge.text.grounding import ungrounded
from knowledge.usecases.record_event.language import nouns
from knowledge.usecases.record_event.topics import candidates

_NOUN = re.compile(r"[^\W\d_][a-zß-öø-ÿ]+(?:-[^\W\d_][a-zß-öø-ÿ]+)*")  # no `HaulDesk`, which no noun is written like


def is_borne_out(text: str, event: str, shown: str = "") -> bool:
    """Whether the event has all that the text names (`unborne`), and the text tells of no e-mail."""
    return MARK not in text and not unborne(text, event, shown)


def unborne(text: str, event: str, shown: str = "") -> list[str]:
    """The figures and dates that the event lacks, and the names, unless they stand in what was `shown` beside it.

    Where nouns have capitals, as in German, no capital tells a name: what is written as a noun is none.
    """
    lacking = list(filter(nouns.trimmed, ungrounded(text, event)))  # `Eine …` begins a sentence and is no name
    elsewhere = set(ungrounded(text, f"{event} {shown}")) if lacking and shown else set(lacking)
    missing = {word for word in lacking if word in elsewhere or any(map(str.isdigit, word))}
    if missing and candidates.evidence([event, text])[1]:
        missing -= {word for word in missing if _NOUN.fullmatch(word)}
    return [word for word in lacking if word in missing]


def beside_own_figures(text: str, event: str, shown: str) -> set[str]:
    """The figures of what was shown, where the text has one of the event's own: `two weeks later than 1 March`."""
    lacking = _figures(text, event)
    has_own = set(_figures(text, "")) - set(lacking)
    return set(lacking) - set(_figures(text, f"{event} {shown}")) if has_own else set()


def _figures(text: str, source: str) -> list[str]:
    """Those that the source lacks."""
    return [word for word in ungrounded(text, source) if any(map(str.isdigit, word))]
