"""What is said, sentence by sentence: what leans on another sentence with it, and what says nothing left out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.privacy.emails import MARK
from knowledge.text.sentences import tidy
from knowledge.usecases.record_event.content.turns import SpokenTurn, turns
from knowledge.usecases.record_event.language import deciding, moods, nouns, wording
from knowledge.usecases.record_event.language.wording import PLEASANT
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.chatter import chatter, without_chatter
from knowledge.usecases.record_event.statements.importance import most_telling
from knowledge.usecases.record_event.statements.proposals import without_proposals
from knowledge.usecases.record_event.topics import candidates

MAX_SAYING = 420  # characters
WHOLE = 7  # words; a sentence of as many may be about something else than the one before
_SHORT = 5  # words; a sentence of fewer says little without the one before
_APART = 0.12  # the cosine of two sentences of one speaker below which the second is
_ANSWERING = 0.25  # the cosine of a question and a sentence after it from which that answers it
_ANSWER = 8  # words; a shorter answer is nothing without its question
_IDLE = 0.62  # the cosine with a pleasantry from which a sentence is one


@dataclass(frozen=True)
class Saying:
    """A sentence, or several that lean on one another; `passage` is where it stands, for its neighbours.

    `item` is the paragraph of a text, or the item of a list, by its passage and its place there; a talk has none.
    `numbered` is what its speaker numbered it as, `own_at` where in the text that speaker's words begin, `last_said`
    its last sentence without who said it.
    """

    text: str
    passage: int
    asked: bool = False
    last: bool = False
    under: str = ""
    last_said: str = ""
    speaker: str = ""
    numbered: str = ""
    own_at: int = 0
    item: tuple[int, int] | None = None


def sayings(event: Occurrence, embedder: Embedder) -> list[Saying]:
    """What is said, in order; what leans on the sentence before, or on a question, is joined to it.

    What one says in one go in a conversation is one saying, until it is about something else.
    """
    said_in = [SpokenTurn.of(turn, event) for turn in turns(event)]
    said_in = without_proposals(said_in, event) if event.is_talk else said_in
    said_in = without_chatter(said_in, embedder) if event.kind == "conversation" else said_in
    whole = [line for turn in said_in for part in turn.parts for line in part]
    nothing = idle(whole, embedder)
    heard = [[list(_without_pleasantries(part, nothing)) for part in turn.parts] for turn in said_in]
    near = _Nearness((saying for parts in heard for part in parts for saying in part), embedder)
    joining, under = _Joining(near, event.is_talk), ""
    for passage, (turn, parts) in enumerate(zip(said_in, heard, strict=True), 1):
        under = turn.heading or under
        joining.take(replace(turn, parts=parts, heading=under), passage)
    return _unrepeated(joining.sayings)


def idle(whole: Sequence[str], embedder: Embedder) -> set[str]:
    """Those sentences and beginnings of them that are pleasantries, or announce what is about to be done.

    All are embedded in one call, also those that are only compared with one another afterwards; of a long event those
    that tell most, and of what is said in few words some from everywhere.
    """
    texts = [*whole, *(tidy(saying.partition(", ")[0]) for saying in whole)]
    short = [
        saying for saying in dict.fromkeys(texts) if len(saying.split()) <= _ANSWER and not re.search(r"\d", saying)
    ]
    short = most_telling([saying for saying in short if saying and not wording.is_answer(saying)])
    telling = most_telling(whole)
    labels = [label for saying in telling if (label := nouns.label(saying))]
    vectors = embedder.embed([*PLEASANT, *short, *labels, *telling])
    pleasant, own = vectors[: len(PLEASANT)], vectors[len(PLEASANT) :]
    polite = [text for text, vector in zip(short, own, strict=False) if _nearest(vector, pleasant) >= _IDLE]
    return {*_polite_throughout(polite, embedder), *filter(_announces_only, texts)}


def _polite_throughout(polite: Sequence[str], embedder: Embedder) -> set[str]:
    """Those that are it to their end: `Hallo, der Chef kommt später` only begins so."""
    rests = {text: text.partition(", ")[2] for text in polite}
    nothing = {*polite, *chatter([rest for rest in rests.values() if rest], embedder)}
    return {text for text, rest in rests.items() if not rest or rest in nothing}


class _Nearness:
    """How near the sentences of one event are to one another; of a long one those that tell most."""

    def __init__(self, texts: Iterable[str], embedder: Embedder) -> None:
        texts = most_telling(list(texts))
        self._vectors = dict(zip(texts, embedder.embed(texts), strict=True))

    def are_apart(self, before: str, after: str) -> bool:
        """Whether who speaks goes over to something else."""
        return min(len(before.split()), len(after.split())) >= WHOLE and self._of(before, after) < _APART

    def answers(self, question: str, text: str) -> bool:
        """Whether a whole sentence after a question is about what was asked."""
        return self._of(question, text) >= _ANSWERING

    def _of(self, one: str, other: str) -> float:
        vectors = self._vectors.get(one), self._vectors.get(other)
        return cosine(vectors[0], vectors[1]) if vectors[0] and vectors[1] else 0.0


def _nearest(vector: Vector, others: Sequence[Vector]) -> float:
    return max(cosine(vector, other) for other in others)


def _without_pleasantries(part: Iterable[str], nothing: set[str]) -> Iterator[str]:
    """The sentences that say something, each without the pleasantry that it begins with, up to its first comma."""
    for sentence in part:
        opening, comma, rest = sentence.partition(", ")
        polite = comma and tidy(opening) in nothing and len(opening.split()) < WHOLE
        left = rest[:1].upper() + rest[1:] if polite else sentence
        if sentence not in nothing and not _announces_only(left) and MARK not in left:
            yield left


def _announces_only(text: str) -> bool:
    """Whether it tells what is about to be done or said, and behind it neither a value nor a name."""
    behind = "" if text.endswith(":") else text.partition(", ")[2]
    return wording.is_announced(text) and not re.search(r"\d", behind) and not candidates.names(behind)


class _Joining:
    """Puts the sentences together that belong together, turn by turn; `sayings` is what they are so far."""

    def __init__(self, near: _Nearness, is_talk: bool) -> None:
        self._near, self._is_talk = near, is_talk
        self.sayings: list[Saying] = []

    def take(self, turn: SpokenTurn, passage: int) -> None:
        """The turn's sentences; the first of each part may go on with what was said before it."""
        parts, numbered = [*turn.parts, *turn.rows], turn.numbered
        for at, part in enumerate(parts):
            for place, text in enumerate(filter(None, part)):
                saying = Saying(
                    text=_named(text, turn.speaker),
                    passage=passage,
                    asked=wording.is_question(text),
                    under=turn.heading,
                    last_said=text,
                    speaker=turn.speaker,
                    numbered=numbered,
                    item=None if self._is_talk else (passage, at),
                )
                self._add(saying, own=place > 0)
                numbered = ""

    def _add(self, saying: Saying, own: bool) -> None:
        """Behind the saying before it, or as part of that; `own` is what the same one goes on to say in one part."""
        before = self.sayings[-1] if self.sayings else None
        if before and _is_in_reach(saying, before) and self._belongs(saying.last_said, before, own):
            asked = saying.asked or (own and before.asked and _goes_on_musing(before.last_said, saying.last_said))
            self.sayings[-1] = replace(_after(before, saying, own), asked=asked)
        else:
            self.sayings.append(saying)

    def _belongs(self, text: str, before: Saying, own: bool) -> bool:
        """Whether it cannot be understood without what was said before, by the same or, as an answer, by another."""
        if wording.is_question(text) or wording.is_commit(text):
            return False
        if wording.part_of_record(text)[0] not in ("", "Decision"):
            return deciding.decides(before.text)
        if wording.is_commit(before.text):  # what a commit's body says is said of its subject
            return own or not _is_labelled(text)
        words = len(text.split()) if " " in text else len(text) // 2  # where no spaces stand between words
        if before.asked:
            short = _ANSWER + _SHORT if re.search(r"\d", text) else _SHORT
            answers = wording.is_answer(text) or wording.leans(text) or words < short
            return bool(answers) or self._near.answers(before.last_said, text)
        if self._is_talk and not own and words < _SHORT and nouns.echoes(text, before.text):
            return True
        if self._is_talk and not own and words < _ANSWER + _SHORT and _announces(before.text, text):
            return True
        if self._is_talk and _is_labelled(text) and (own or len(before.last_said.split()) < _SHORT):
            return False
        if own and self._is_talk and not self._near.are_apart(before.last_said, text):
            return True
        return wording.leans(text) or (own and words < _SHORT)


def _is_in_reach(saying: Saying, before: Saying) -> bool:
    """Whether it may be joined to the one before it: near, while both are short enough, and not numbered itself."""
    is_near = before.asked or before.passage >= saying.passage - 1
    return is_near and not saying.numbered and len(before.text) + len(saying.last_said) < MAX_SAYING


def _unrepeated(sayings: Sequence[Saying]) -> list[Saying]:
    """The sayings without those with which the next one begins; the last one is the last that is said."""
    unrepeated = [
        one for one, after in pairwise(sayings) if one.text == after.text or not after.text.startswith(one.text)
    ]
    return [*unrepeated, *(replace(saying, last=True) for saying in sayings[-1:])]


def _after(before: Saying, saying: Saying, own: bool) -> Saying:
    """Both as one; who speaks is named once, where what that one says begins."""
    if not own:
        return replace(
            saying, text=f"{before.text} {saying.text}", own_at=len(before.text) + 1, numbered=before.numbered
        )
    already, spoken = before.text[: before.own_at], before.text[before.own_at :]
    named = f"{saying.speaker}: "
    is_named = saying.text != saying.last_said or spoken.startswith(named)
    spoken = f"{named if is_named and saying.speaker else ''}{spoken.removeprefix(named)}"
    return replace(saying, text=f"{already}{spoken} {saying.last_said}", own_at=before.own_at, numbered=before.numbered)


def _goes_on_musing(question: str, text: str) -> bool:
    """Whether a few words behind one's own question about what could be leave it open: `Just thinking aloud.`"""
    tells = re.search(r"\d|\s[^\W\d_a-z]", text) or wording.is_answer(text) or moods.assents(text)
    return moods.muses(question) and len(text.split()) < _SHORT and not tells and not deciding.decides(text)


def _announces(before: str, text: str) -> bool:
    """Whether a few words before a value are what it is a value of: `Starter pack.` `US 3.99, else 2.99.`"""
    return 1 < len(before.split()) < _SHORT and not re.search(r"\d", before) and bool(re.search(r"\d", text))


def _is_labelled(text: str) -> bool:
    """Whether it comes to another subject, by a label: `HSE: Graeme leaves`."""
    label = nouns.label(text)
    return bool(nouns.subject(label)) and text.startswith(f"{label}: ")


def _named(text: str, speaker: str) -> str:
    """The text with who speaks of oneself in it, where that is somebody: what programs call people names nobody."""
    first_person = (
        speaker and not wording.is_role(speaker) and wording.is_first_person(text) and not wording.is_question(text)
    )
    return f"{speaker}: {text}" if first_person else text
