"""Sentences put together that cannot be understood apart: a question with its answer, what leans on what was said."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.sentences import sentences
from knowledge.text.statements.values import values
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.content.webhooks import is_routine
from knowledge.usecases.record_event.language import deciding, moods, nouns, wording
from knowledge.usecases.record_event.statements.decided_matter import ALONE, Matter
from knowledge.usecases.record_event.statements.importance import most_telling
from knowledge.usecases.record_event.topics import candidates

MAX_SAYING = 420  # characters
BUDGET = 4_000  # characters of an event that summaries show, two of them full; the rest is in its description
WHOLE = 7  # words; a sentence of as many may be about something else than the one before
LONG = 12  # words; asides are shorter
ANSWER = 8  # words; a shorter answer is nothing without its question
_SHORT = 5  # words; a sentence of fewer says little without the one before
_APART = 0.12  # the cosine of two sentences of one speaker below which the second is
_ANSWERING = 0.25  # the cosine of a question and a sentence after it from which that answers it


@dataclass(frozen=True)
class Saying:
    """A sentence, or several that lean on one another; `passage` is where it stands, for its neighbours.

    `item` is the paragraph of a text, or the item of a list, by its passage and its place there; a talk has none.
    `asked` says that it only asks, `question` is what is asked in it last and nobody else has answered yet, `numbered`
    what its speaker numbered it as, `own_at` where in the text that speaker's words begin, `last_said` its last
    sentence without who said it, `is_all` that one says nothing else in that turn.
    """

    text: str
    passage: int
    asked: bool = False
    question: str = ""
    last: bool = False
    under: str = ""
    last_said: str = ""
    speaker: str = ""
    numbered: str = ""
    own_at: int = 0
    is_all: bool = False
    item: tuple[int, int] | None = None


class Nearness:
    """How near the sentences of one event are to one another; of a long one those that tell most."""

    def __init__(self, texts: Iterable[str], embedder: Embedder) -> None:
        texts = most_telling(list(texts))
        self._vectors = dict(zip(texts, embedder.embed(texts), strict=True))
        self._chosen = set(filter(deciding.chooses, texts))
        self._matter = Matter(texts if self._chosen else [], embedder)

    def is_of_another_matter(self, before: Sequence[str], after: str) -> bool:
        """Whether one of them decides, and something said before it, or what is said behind it, is not about that."""
        decided = [text for text in before if text in self._chosen and len(text.split()) > ALONE]
        made = [after] if not decided and after in self._chosen and len(after.split()) > ALONE else decided[:1]
        others = before if made == [after] else [after]
        return any(not self._matter.is_of(decision, text) for decision in made for text in others)

    def are_apart(self, before: str, after: str) -> bool:
        """Whether who speaks goes over to something else."""
        return min(len(before.split()), len(after.split())) >= WHOLE and self._of(before, after) < _APART

    def answers(self, question: str, text: str) -> bool:
        """Whether a whole sentence after a question is about what was asked."""
        return self._of(question, text) >= _ANSWERING

    def _of(self, one: str, other: str) -> float:
        vectors = self._vectors.get(one), self._vectors.get(other)
        return cosine(vectors[0], vectors[1]) if vectors[0] and vectors[1] else 0.0


class Joining:
    """Puts the sentences together that belong together, turn by turn; `sayings` is what they are so far.

    What stays `whole` until it is about something else is what one says in one go, or a paragraph, of so many `turns`.
    """

    def __init__(self, near: Nearness, is_talk: bool, whole: bool, turns: int) -> None:
        self._near, self._is_talk, self._turns = near, is_talk, turns
        self._whole = whole
        self.sayings: list[Saying] = []

    def take(self, turn: SpokenTurn, passage: int) -> None:
        """The turn's sentences; the first of each part may go on with what was said before it."""
        parts, numbered = [*turn.parts, *turn.rows], turn.numbered
        alone = sum(map(bool, chain.from_iterable(parts))) == 1
        for at, part in enumerate(parts):
            for place, text in enumerate(filter(None, part)):
                saying = Saying(
                    text=_named(text, turn.speaker),
                    passage=passage,
                    asked=wording.is_question(text),
                    question=text if wording.is_question(text) else "",
                    under=turn.heading,
                    last_said=text,
                    speaker=turn.speaker,
                    numbered=numbered,
                    is_all=alone,
                    item=None if self._is_talk else (passage, at),
                )
                self._add(saying, own=place > 0)
                numbered = ""

    def _add(self, saying: Saying, own: bool) -> None:
        """Behind the saying before it, or as part of that; `own` is what the same one goes on to say in one part."""
        before = self.sayings[-1] if self.sayings else None
        if before and _is_in_reach(saying, before) and self._belongs(saying, before, own):
            muses = own and before.asked and _goes_on_musing(before.last_said, saying.last_said)
            asked = (saying.asked and before.asked) or muses
            question = saying.question or (before.question if own and self._is_talk else "")
            self.sayings[-1] = replace(_after(before, saying, own), asked=asked, question=question)
        else:
            self.sayings.append(saying)

    def _belongs(self, saying: Saying, before: Saying, own: bool) -> bool:
        """Whether it cannot be understood without what was said before, by the same or, as an answer, by another."""
        text = saying.last_said
        next_one = not own and saying.passage == before.passage + 1 and _is_another(saying, before)
        if wording.is_question(text):
            asks_back = not nouns.trimmed(text) or (next_one and wording.leans(nouns.unjoined(text)))
            return self._is_talk and (own or next_one) and not before.asked and asks_back
        if wording.is_commit(text):
            return False
        if wording.part_of_record(text)[0] not in ("", "Decision"):
            return deciding.decides(before.text)
        if wording.is_commit(before.text):  # what a commit's body says is said of its subject, but for upkeep's
            return (wording.leans(text) or not is_routine(before.text)) and (own or not nouns.is_labelled(text))
        words = len(text.split()) if " " in text else len(text) // 2  # where no spaces stand between words
        if before.asked or (before.question and next_one):
            return self._answers(saying, before, own or next_one, words)
        if self._is_talk and not own and self._takes_up(saying, before, words):
            return True
        if self._is_talk and nouns.is_labelled(text) and (own or len(before.last_said.split()) < _SHORT):
            return False
        # Another one's `And` points at nothing that a whole sentence behind it does not: `And the rent rises in May.`
        leans = wording.leans(text) if own or words < _SHORT else _points_back(text)
        return leans or (own and (words < _SHORT or self._goes_on(saying, before)))

    def _goes_on(self, saying: Saying, before: Saying) -> bool:
        """Whether who speaks, or a paragraph, is still about the same; of what is announced each sentence decides."""
        if not self._whole or self._near.are_apart(before.last_said, saying.last_said):
            return False
        if self._near.is_of_another_matter(sentences(before.text[before.own_at :]), saying.last_said):
            return False
        paragraph = takewhile(lambda one: one.item == saying.item, reversed(self.sayings)) if saying.item else ()
        return not any(deciding.announces_decisions(one.text) for one in paragraph)

    def _answers(self, saying: Saying, before: Saying, goes_on: bool, words: int) -> bool:
        """Whether it is about what was asked: in a talk what the same one goes on to say, and who speaks next."""
        text, question = saying.last_said, before.question
        short = ANSWER + _SHORT if values(text) else _SHORT
        if wording.is_answer(text) or wording.leans(text) or words < short or self._near.answers(question, text):
            return True
        return self._is_talk and goes_on and (before.last_said == question or not self._near.are_apart(question, text))

    def _takes_up(self, saying: Saying, before: Saying, words: int) -> bool:
        """Whether what another says tells nothing but what it is said to: `No, twenty minutes.` `Stay in.`"""
        text = saying.last_said
        if wording.is_answer(text) or (words < _SHORT and nouns.echoes(text, before.text)):
            return True
        if words < ANSWER + _SHORT and _announces(before.text, text):
            return True
        return words < ANSWER and self._reacts(saying, before, words)

    def _reacts(self, saying: Saying, before: Saying, words: int) -> bool:
        """Whether some words without a value or a thing are said to what tells something; who goes greets."""
        text, last_turn = saying.last_said, saying.passage == self._turns
        tells = values(before.text) or len(before.text.split()) >= LONG
        whole = not last_turn and (saying.is_all or words >= _SHORT - 1)
        return bool(_is_another(saying, before) and tells and whole) and not _names_a_thing(text) and not values(text)


def _is_in_reach(saying: Saying, before: Saying) -> bool:
    """Whether it may be joined to the one before it: near, while both are short enough, and not numbered itself."""
    is_near = before.question or before.passage >= saying.passage - 1
    return is_near and not saying.numbered and len(before.text) + len(saying.last_said) < MAX_SAYING


def _after(before: Saying, saying: Saying, own: bool) -> Saying:
    """Both as one; who speaks is named once, where what that one says begins."""
    if not own:
        earlier = _by_name(before) if _is_about_the_asker(before, saying) else before.text
        is_told = before.question or _announces(before.text, saying.last_said)
        text = saying.text if is_told else _by_name(saying)
        return replace(saying, text=f"{earlier} {text}", own_at=len(earlier) + 1, numbered=before.numbered)
    already, spoken = before.text[: before.own_at], before.text[before.own_at :]
    named = f"{saying.speaker}: "
    is_named = saying.text != saying.last_said or spoken.startswith(named)
    spoken = f"{named if is_named and saying.speaker else ''}{spoken.removeprefix(named)}"
    return replace(saying, text=f"{already}{spoken} {saying.last_said}", own_at=before.own_at, numbered=before.numbered)


def _is_another(saying: Saying, before: Saying) -> bool:
    """Whether somebody else says it than what was said before."""
    return bool(saying.speaker) and before.speaker not in ("", saying.speaker)


def _is_about_the_asker(before: Saying, answer: Saying) -> bool:
    """Whether a question and its answer tell something of who asked: `Who has the keys?` `You, from Monday.`"""
    return bool(before.question) and (
        wording.is_first_person(before.question) or wording.is_second_person(answer.last_said)
    )


def _by_name(saying: Saying) -> str:
    """What is said, behind the name of who says it last, where that is somebody."""
    already, spoken = saying.text[: saying.own_at], saying.text[saying.own_at :]
    named = f"{saying.speaker}: "
    is_somebody = saying.speaker and not wording.is_role(saying.speaker)
    return saying.text if not is_somebody or spoken.startswith(named) else f"{already}{named}{spoken}"


def _goes_on_musing(question: str, text: str) -> bool:
    """Whether a few words behind one's own question about what could be leave it open: `Just thinking aloud.`"""
    tells = re.search(r"\d|\s[^\W\d_a-z]", text) or wording.is_answer(text) or moods.assents(text)
    return moods.muses(question) and len(text.split()) < _SHORT and not tells and not deciding.decides(text)


def _names_a_thing(text: str) -> bool:
    """Whether it has a noun behind its article, or a name."""
    return any(run.determined for run in nouns.runs(text)) or bool(candidates.names(text))


def _points_back(text: str) -> bool:
    """Whether another's sentence leans, with a pronoun that stands for nothing in itself: `…, since it is cheaper.`"""
    added = nouns.unjoined(text)
    clause, leans = wording.first_clause(added), wording.leans(added)
    return wording.leans(clause) and (leans or added != text) if _names_a_thing(clause) else leans


def _announces(before: str, text: str) -> bool:
    """Whether a few words before a value are what it is a value of: `Starter pack.` `US 3.99, else 2.99.`"""
    return 1 < len(before.split()) < _SHORT and not re.search(r"\d", before) and bool(re.search(r"\d", text))


def _named(text: str, speaker: str) -> str:
    """The text with who speaks of oneself in it, where that is somebody: what programs call people names nobody."""
    first_person = (
        speaker and not wording.is_role(speaker) and wording.is_first_person(text) and not wording.is_question(text)
    )
    return f"{speaker}: {text}" if first_person else text
