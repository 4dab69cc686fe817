"""What is said, sentence by sentence: what leans on another sentence with it, and what says nothing left out."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.privacy.emails import MARK
from knowledge.usecases.record_event.content.layout import OPENING
from knowledge.usecases.record_event.content.title_lines import titles
from knowledge.usecases.record_event.content.turns import SpokenTurn, turns
from knowledge.usecases.record_event.language import nouns, wording
from knowledge.usecases.record_event.language.wording import PLEASANT
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.chatter import chatter, without_chatter
from knowledge.usecases.record_event.statements.importance import most_telling
from knowledge.usecases.record_event.statements.joining import ANSWER, BUDGET, Joining, Nearness, Saying
from knowledge.usecases.record_event.statements.proposals import without_proposals
from knowledge.usecases.record_event.topics import candidates

_IDLE = 0.62  # the cosine with a pleasantry from which a sentence is one


def sayings(event: Occurrence, embedder: Embedder) -> list[Saying]:
    """What is said, in order; what leans on the sentence before, or on a question, is joined to it.

    What one says in one go, or in a paragraph, is one saying, until it is about something else; of a text
    of which not all is told, each sentence is.
    """
    said_in = [SpokenTurn.of(turn, event) for turn in turns(event)]
    said_in = _without_title(without_proposals(said_in, event), event) if event.is_talk else said_in
    said_in = without_chatter(said_in, embedder) if event.kind == "conversation" else said_in
    whole = [line for turn in said_in for part in turn.parts for line in part]
    nothing = idle(whole, embedder)
    heard = [
        [[text for text in part if text not in nothing and MARK not in text] for part in turn.parts] for turn in said_in
    ]
    near = Nearness((saying for parts in heard for part in parts for saying in part), embedder)
    short = sum(map(len, whole)) <= BUDGET
    joining = Joining(near, event.is_talk, event.is_talk or short, sum(map(any, heard)))
    passage, under, section = 0, "", ""
    for turn, parts in zip(said_in, heard, strict=True):
        section = turn.heading if 0 < turn.rank < OPENING else section
        under = turn.heading or (section if turn.rank else under)
        # What says nothing parts none who talk; an e-mail that was left out did say something.
        passage += not event.is_talk or any(parts) or any(MARK in text for text in turn.originals)
        joining.take(replace(turn, parts=parts, heading=under), passage)
    return _unrepeated(joining.sayings)


def _without_title(said_in: Sequence[SpokenTurn], event: Occurrence) -> list[SpokenTurn]:
    """The turns of a talk without the line above it that tells what it is."""
    speakers = ({turn.speaker for turn in said_in} | event.subjects) - {""}
    if not said_in or said_in[0].speaker or not (above := titles(event.text, speakers)):
        return list(said_in)
    first, *others = said_in
    below = [[text for text in part if first.originals.get(text) not in above] for part in first.parts[:1]]
    return [replace(first, parts=[*below, *first.parts[1:]]), *others]


def idle(whole: Sequence[str], embedder: Embedder) -> set[str]:
    """Those sentences that are pleasantries, or announce what is about to be done.

    All are embedded in one call, also those that are only compared with one another afterwards; of a long event those
    that tell most, and of what is said in few words some from everywhere.
    """
    short = [
        saying for saying in dict.fromkeys(whole) if len(saying.split()) <= ANSWER and not re.search(r"\d", saying)
    ]
    short = most_telling([saying for saying in short if saying and not wording.is_answer(saying)])
    telling = most_telling(whole)
    labels = [label for saying in telling if (label := nouns.label(saying))]
    vectors = embedder.embed([*PLEASANT, *short, *labels, *telling])
    pleasant, own = vectors[: len(PLEASANT)], vectors[len(PLEASANT) :]
    polite = [text for text, vector in zip(short, own, strict=False) if _nearest(vector, pleasant) >= _IDLE]
    return {*_polite_throughout(polite, embedder), *filter(_announces_only, whole)}


def _polite_throughout(polite: Sequence[str], embedder: Embedder) -> set[str]:
    """Those that are it to their end: `Hallo, der Chef kommt später` only begins so."""
    rests = {text: text.partition(", ")[2] for text in polite}
    nothing = {*polite, *chatter([rest for rest in rests.values() if rest], embedder)}
    return {text for text, rest in rests.items() if not rest or rest in nothing}


def _nearest(vector: Vector, others: Sequence[Vector]) -> float:
    return max(cosine(vector, other) for other in others)


def _announces_only(text: str) -> bool:
    """Whether it tells what is about to be done or said, and behind it neither a value nor a name."""
    behind = "" if text.endswith(":") else text.partition(", ")[2]
    return wording.is_announced(text) and not re.search(r"\d", behind) and not candidates.names(behind)


def _unrepeated(sayings: Sequence[Saying]) -> list[Saying]:
    """The sayings without those with which the next one begins; the last one is the last that is said."""
    sayings = [_answered(saying) for saying in sayings]
    unrepeated = [
        one for one, after in pairwise(sayings) if one.text == after.text or not after.text.startswith(one.text)
    ]
    return [*unrepeated, *(replace(saying, last=True) for saying in sayings[-1:])]


def _answered(saying: Saying) -> Saying:
    """Without what is asked at its end and nobody answers, where it tells something: `… from May. Agreed?`"""
    text = saying.text.removesuffix(f" {saying.question}").removesuffix(f" {saying.speaker}:")
    return replace(saying, text=text) if saying.question and not saying.asked else saying
