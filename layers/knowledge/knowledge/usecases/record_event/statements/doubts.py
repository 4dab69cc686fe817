"""What an event does not seem to bear out of a model's statements, and the question that asks about it once more."""

import re
from calendar import day_name, month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from knowledge.ports.llm import LLM, LLMFailed, Message, Usage
from knowledge.text.keywords import content_words
from knowledge.text.statements.days import without_days
from knowledge.text.statements.values import values
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.bearing_out import (
    beside_own_figures,
    is_borne_out,
    may_be_nouns,
    unborne,
)
from knowledge.usecases.record_event.statements.model_answers import Said, Sayings

LONGEST, LONGEST_NAME = 400, 60  # characters of a statement, and of a topic or a category
_WEEK = 7  # days around the event's, which it may name in words: tomorrow, on Friday, last night
_NAME = re.compile(r"\b[A-Z][a-z]{2,8}\b")
_AGAIN = """These of your statements were not taken:
{doubts}
Say each of them again, in the same form, as the event bears it out: its figures, dates and names as they are written
there, and none besides; what the event does not tell is left out. The date of a day within a week that it names by a
weekday, as tomorrow or in whatever words is right: such a statement is said again as it was.
Answer with these alone."""


@dataclass(frozen=True)
class EventGrounds:
    """What a model may take a statement from: the event, and for names the lines of pages that it was `shown`, for
    figures, too, beside one of the event's.

    What these pages say now has names, too (`standing`): the event's Len may be their Len Hocking.
    """

    event: Occurrence
    shown: str
    standing: str = ""

    def doubt(self, text: str) -> str | None:
        """Why the text is not taken at first; None where the event bears it out."""
        beside = set() if self._tells_another(text) else self._beside(text)
        return _form(text) or _lacking([word for word in self._unborne(text) if word not in beside])

    def refusal(self, text: str) -> str | None:
        """Why the text is not taken, also where the model insists on it.

        A reader knows which days near its own an event names in whatever words, and which nouns are names.
        """
        source = f"{self._source} {_months_beside(self.event.at)}"
        missing = unborne(self._without(text, self._near_days), source, f"{self.shown} {self.standing}")
        vouched = may_be_nouns(missing, f"{self.event.text} {text}") | self._beside(text)
        return _form(text) or _lacking([word for word in missing if word not in vouched])

    def _beside(self, text: str) -> set[str]:
        return beside_own_figures(text, self.event.text, self.shown)

    def _tells_another(self, text: str) -> bool:
        """Whether the event tells a value that may stand in the place of one which it does not have."""
        own = values(self.event.text)
        return any(value.may_replace(other) for value in own for other in values(text) if other not in own)

    def _unborne(self, text: str) -> list[str]:
        return unborne(self._without(text, self._named_days), self._source, f"{self.shown} {self.standing}")

    def has(self, text: str) -> bool:
        """Whether all that it names stands there."""
        return is_borne_out(self._without(text, self._named_days), self._source, f"{self.shown} {self.standing}")

    def names(self, topic: str) -> bool:
        """Whether a topic names nothing that is neither in the event nor a page; its own capital names nothing."""
        small = f"{topic[:1].lower()}{topic[1:]}" if topic[1:].islower() else topic
        return 0 < len(topic) <= LONGEST_NAME and is_borne_out(small, f"{self._source} {self.shown}")

    def _without(self, text: str, days: Sequence[date]) -> str:
        """The text without these days, and their weekdays."""
        for day in days:
            undated = without_days(text, [day], f"{self.event.at:%Y-%m-%d}")
            text = undated if undated == text else undated.replace(f"{day:%A}", " ")
        return text

    @property
    def _near_days(self) -> list[date]:
        """Those within a week of the event's."""
        return [self.event.at.date() + timedelta(days=ahead) for ahead in range(-_WEEK, _WEEK + 1)]

    @property
    def _named_days(self) -> list[date]:
        """Those of them that the event names by their weekdays, and its own."""
        names = set(_in_full(self.event.text))
        return [day for day in self._near_days if day == self.event.at.date() or f"{day:%A}" in names]

    @cached_property
    def _source(self) -> str:
        """The event with its day, as its languages write a date, and the years beside its own."""
        at = self.event.at
        day = f"{at:%Y-%m-%d %d.%m.%Y %d/%m/%Y %m/%d/%Y} {at.day} {at:%B} {at.year - 1} {at.year} {at.year + 1}"
        names = " ".join(_in_full(self.event.text))
        return f"{self.event.title} {self.event.topic or ''} {day} {names} {self.event.header} {self.event.text}"


def _months_beside(day: date) -> str:
    """The names of the month before the day's and of the one after it."""
    return " ".join(f"{day.replace(day=15) + timedelta(days=days):%B}" for days in (-30, 30))


def _form(text: str) -> str | None:
    """What is wrong with the text, whatever it says."""
    is_apt = len(text) <= LONGEST and content_words(text)
    return None if is_apt else f"it has {len(text)} characters, and is to have some words and {LONGEST} at most"


def _lacking(words: Sequence[str]) -> str | None:
    return f"the event does not have: {', '.join(words)}" if words else None


def _in_full(text: str) -> Iterator[str]:
    """The months and weekdays that the text cuts short: of `Feb` `February`."""
    words = set(_NAME.findall(text))
    yield from (name for name in (*month_name, *day_name) if any(map(name.startswith, words)))


def asked_again(
    asked: Sequence[Message], doubts: Sequence[tuple[Said, str]], llm: LLM, usage: Usage, gist: str = ""
) -> list[Said] | None:
    """What the model says of its statements, told why each is doubted; None where it fails.

    The `gist` is that of what was asked.
    """
    if not doubts:
        return []
    own = Sayings(statements=[item for item, _ in doubts]).model_dump_json()
    reasons = "\n".join(f"- {item.text} ({why})" for item, why in doubts)
    question: list[Message] = [
        *asked,
        {"role": "assistant", "content": own},
        {"role": "user", "content": _AGAIN.format(doubts=reasons)},
    ]
    try:
        return llm.complete(question, Sayings, usage, gist and f"{gist}\n{own}\n{reasons}").statements
    except LLMFailed:
        return None
