"""What is said, sentence by sentence: what leans on another sentence with it, and what says nothing left out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.privacy.emails import MARK
from knowledge.text.sentences import tidy
from knowledge.usecases.record_event import nouns, wording
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.turns import SpokenTurn, turns

MAX_SAYING = 420  # characters
MAX_COMPARED = 200  # sentences and statements that are compared with one another
WHOLE = 7  # words; a sentence of as many may be about something else than the one before
_SHORT = 5  # words; a sentence of fewer says little without the one before
_APART = 0.12  # the cosine of two sentences of one speaker below which the second is
_ANSWERING = 0.25  # the cosine of a question and a sentence after it from which that answers it
_ANSWER = 8  # words; a shorter answer is nothing without its question
LISTED = 1_000  # items of one list
_IDLE = 0.62  # the cosine with a pleasantry from which a sentence is one

# What is said to be polite or to lead the talk, in the languages that the model knows something of.
PLEASANT = (
    "Thank you very much!", "Thanks, that is great!", "Got it.", "Hi.", "Good morning!", "Noted.", "No problem.",
    "Great, sounds good.", "Hello, how are you?", "Okay, perfect.", "Sure, go ahead.", "Where do you want to start?",
    "Anything else?", "There are some changes since last time.", "That's it for today, have a nice day!",
    "Danke, verstanden.", "Guten Morgen zusammen!", "Alles klar, gerne.", "Womit fangen wir an?",
    "Das war's für heute.", "Hallo, ein paar Änderungen.", "Merci beaucoup, parfait.", "Bonjour à tous",
    "Muchas gracias, perfecto.",
)  # fmt: skip


@dataclass(frozen=True)
class Saying:
    """A sentence, or several that lean on one another; `passage` is where it stands, for its neighbours.

    `part` is the item of a list, or 0.
    `item` is what its speaker numbered it as, `own_at` where in the text what that speaker says begins.
    """

    text: str
    passage: int
    asked: bool = False
    last: bool = False
    under: str = ""
    last_said: str = ""
    speaker: str = ""
    item: str = ""
    own_at: int = 0
    part: int = 0


def sayings(event: Occurrence, embedder: Embedder) -> Iterator[Saying]:
    """What is said, in order; what leans on the sentence before, or on a question, is joined to it.

    What one says in one go in a conversation is one saying, until it is about something else.
    """
    said_in = [SpokenTurn.of(turn, event) for turn in turns(event)]
    whole = [each for turn in said_in for part in turn.parts for each in part]
    nothing = idle(whole, embedder)
    said = [[list(_telling(part, nothing)) for part in turn.parts] for turn in said_in]
    near = _Nearness((each for parts in said for part in parts for each in part), embedder)
    under, before = "", None
    for passage, (turn, parts) in enumerate(zip(said_in, said, strict=True), 1):
        under = turn.heading or under
        joined = _Joining(near, turn.speaker, passage, under, event.kind == "conversation")
        for at, saying in enumerate(joined.sayings([*parts, *turn.rows], None if turn.item else before)):
            saying = saying if at else replace(saying, item=saying.item or turn.item)
            if before and saying.text.startswith(before.text) and saying.text != before.text:
                before = saying
                continue
            if before:
                yield before
            before = saying
    if before:
        yield replace(before, last=True)


def idle(whole: Sequence[str], embedder: Embedder) -> set[str]:
    """Those sentences and beginnings of them that are pleasantries, or announce what is about to be done.

    All are embedded in one call, also those that are only compared with one another afterwards.
    """
    said = [*whole, *(tidy(each.partition(", ")[0]) for each in whole)]
    short = [each for each in dict.fromkeys(said) if len(each.split()) <= _ANSWER and not re.search(r"\d", each)]
    short = [each for each in short[:MAX_COMPARED] if each and not wording.is_answer(each)]
    labels = [label for each in whole[:MAX_COMPARED] if (label := nouns.label(each))]
    vectors = embedder.embed([*PLEASANT, *short, *labels, *whole[:MAX_COMPARED]])
    pleasant, own = vectors[: len(PLEASANT)], vectors[len(PLEASANT) :]
    polite = (text for text, vector in zip(short, own, strict=False) if _nearest(vector, pleasant) >= _IDLE)
    return {*polite, *filter(wording.is_announced, said)}


class _Nearness:
    """How near the sentences of one event are to one another; of a long one the first."""

    def __init__(self, said: Iterable[str], embedder: Embedder) -> None:
        said = list(dict.fromkeys(said))[:MAX_COMPARED]
        self._vectors = dict(zip(said, embedder.embed(said), strict=True))

    def apart(self, before: str, after: str) -> bool:
        """Whether who speaks goes over to something else."""
        return min(len(before.split()), len(after.split())) >= WHOLE and self._of(before, after) < _APART

    def answers(self, question: str, said: str) -> bool:
        """Whether a whole sentence after a question is about what was asked."""
        return self._of(question, said) >= _ANSWERING

    def _of(self, one: str, other: str) -> float:
        vectors = self._vectors.get(one), self._vectors.get(other)
        return cosine(vectors[0], vectors[1]) if vectors[0] and vectors[1] else 0.0


def _nearest(vector: Vector, others: Sequence[Vector]) -> float:
    return max(cosine(vector, each) for each in others)


def _telling(part: Iterable[str], nothing: set[str]) -> Iterator[str]:
    """The sentences that say something, each without the pleasantry that it begins with, up to its first comma."""
    for sentence in part:
        opening, comma, rest = sentence.partition(", ")
        polite = comma and tidy(opening) in nothing
        left = rest[:1].upper() + rest[1:] if polite else sentence
        if sentence not in nothing and not wording.is_announced(left) and MARK not in left:
            yield left


@dataclass(frozen=True)
class _Joining:
    """Puts the sentences of one turn together that belong together."""

    near: _Nearness
    speaker: str
    passage: int
    under: str
    spoken: bool

    def sayings(self, passages: Iterable[list[str]], before: Saying | None) -> Iterator[Saying]:
        """The turn's sayings; the first one may go on with that `before` it, which it then begins with."""
        listed = [*passages]
        for at, part in enumerate(listed):
            item = self.passage * LISTED + at + 1 if len(listed) > 1 and not self.spoken else 0
            near = before and (before.asked or before.passage >= self.passage - 1)
            current: Saying | None = before if near else None
            own = False
            for said in filter(None, part):
                named = _named(said, self.speaker)
                asked = wording.is_question(said)
                saying = Saying(
                    named, self.passage, asked, under=self.under, last_said=said, speaker=self.speaker, part=item
                )
                if current and self._belongs(said, current, own) and len(current.text) + len(said) < MAX_SAYING:
                    saying = _after(current, saying, own)
                elif current and own:
                    yield current
                current, own = saying, True
            if current and own:
                yield current
                before = current

    def _belongs(self, said: str, before: Saying, own: bool) -> bool:
        """Whether it cannot be understood without what was said before, by the same or, as an answer, by another."""
        if wording.is_question(said) or wording.is_commit(said):
            return False
        if wording.part_of_record(said)[0] not in ("", "Decision"):
            return wording.decides(before.text)
        if wording.is_commit(before.text):  # what a commit's body says is said of its subject
            return True
        words = len(said.split()) if " " in said else len(said) // 2  # where no spaces stand between words
        if before.asked:
            short = _ANSWER + _SHORT if re.search(r"\d", said) else _SHORT
            answers = wording.is_answer(said) or wording.leans(said) or words < short
            return bool(answers) or self.near.answers(before.last_said, said)
        if self.spoken and not own and words < _SHORT and nouns.echoes(said, before.text):
            return True
        if self.spoken and not own and words < _ANSWER + _SHORT and _announces(before.text, said):
            return True
        if self.spoken and _is_labelled(said) and (own or len(before.last_said.split()) < _SHORT):
            return False
        if own and self.spoken and not self.near.apart(before.last_said, said):
            return True
        return wording.leans(said) or (own and words < _SHORT)


def _after(before: Saying, saying: Saying, own: bool) -> Saying:
    """Both as one; who speaks is named once, where what that one says begins."""
    if not own:
        return replace(saying, text=f"{before.text} {saying.text}", own_at=len(before.text) + 1, item=before.item)
    already, spoken = before.text[: before.own_at], before.text[before.own_at :]
    named = f"{saying.speaker}: "
    is_named = saying.text != saying.last_said or spoken.startswith(named)
    spoken = f"{named if is_named and saying.speaker else ''}{spoken.removeprefix(named)}"
    return replace(saying, text=f"{already}{spoken} {saying.last_said}", own_at=before.own_at, item=before.item)


def _announces(before: str, said: str) -> bool:
    """Whether a few words before a value are what it is a value of: `Starter pack.` `US 3.99, else 2.99.`"""
    return 1 < len(before.split()) < _SHORT and not re.search(r"\d", before) and bool(re.search(r"\d", said))


def _is_labelled(said: str) -> bool:
    """Whether it comes to another subject, by a label: `HSE: Graeme leaves`."""
    label = nouns.label(said)
    return bool(nouns.subject(label)) and said.startswith(f"{label}: ")


def _named(said: str, speaker: str) -> str:
    first_person = speaker and wording.is_first_person(said) and not wording.is_question(said)
    return f"{speaker}: {said}" if first_person else said
