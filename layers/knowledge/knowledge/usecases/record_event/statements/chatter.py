"""What those who talk say that nobody needs to keep, as the model's side for talk reads it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from knowledge.ports.embedder import Embedder, Passage, likelihoods
from knowledge.text.statements.values import values
from knowledge.text.talk import CHATTER, SENTENCES, TEMPERATURE, behind, line
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.language import wording

# How likely a sentence is chatter from which on it is left out, read behind what was said before it, and by itself:
# behind thanks alone the first of these takes much for thanks. docs/measurements/files.md
CERTAIN, ALONE = 0.8, 0.5
MAX_READ = 200  # sentences of a talk; of a longer one the rest stays as it is
FEW = 8  # sentences; who says fewer comes to tell something
MOST = 2 / 3  # of a talk may be chatter; who hears more than that does not understand its language
LABEL = 2  # words, at most, by which somebody comes to a subject: `Deposits.`


@dataclass(frozen=True)
class _SpokenSentence:
    """A sentence, the place of the turn that it is of, and whether the model takes it for chatter."""

    turn: int
    text: str
    is_chatter: bool

    @property
    def stays(self) -> bool:
        """Whether it is no chatter, or tells a value, or binds, as `Agreed.` does: what it binds to is before it."""
        binds = wording.says("conversation", self.text) in ("decision", "requirement")
        return not self.is_chatter or binds or bool(values(self.text))

    def labels(self, after: "_SpokenSentence | None") -> bool:
        """Whether it may be the label of what its speaker goes on to say, or of a value that another one tells."""
        is_told = after is not None and after.stays and (after.turn == self.turn or bool(values(after.text)))
        return is_told and len(self.text.split()) <= LABEL


def without_chatter(turns: Sequence[SpokenTurn], embedder: Embedder) -> list[SpokenTurn]:
    """The turns of a talk without the chatter of those who speak; by a model without a side for talk as they are."""
    if "talk" not in embedder.sides:
        return list(turns)
    spoken = [(at, text) for at, turn in enumerate(turns) for part in turn.parts for text in part]
    chatter = _chatter([(turns[at].speaker, text) for at, text in spoken[:MAX_READ]], embedder)
    stay = _stay([_SpokenSentence(at, text, place in chatter) for place, (at, text) in enumerate(spoken)])
    return [replace(turn, parts=[list(_kept(part, stay)) for part in turn.parts]) for turn in turns]


def _chatter(spoken: Sequence[tuple[str, str]], embedder: Embedder) -> set[int]:
    """The places of those sentences that are chatter; what nobody is named for is written, and stays. None in a short
    talk, nor where most would be."""

    def those(places: Sequence[int], passages: Sequence[Passage], level: float) -> list[int]:
        likely = likelihoods(passages, SENTENCES, embedder, "talk", TEMPERATURE)
        return [place for place, one in zip(places, likely, strict=True) if one[CHATTER] >= level]

    if len(spoken) < FEW or not any(speaker for speaker, _ in spoken):
        return set()
    passages = behind([line(*one) for one in spoken])
    likely = [place for place in those(range(len(spoken)), passages, CERTAIN) if spoken[place][0]]
    chatter = those(likely, [("", passages[place][1]) for place in likely], ALONE)
    return {*chatter} if len(chatter) <= MOST * len(spoken) else set()


def _stay(sentences: Sequence[_SpokenSentence]) -> Iterator[bool]:
    """Whether each is kept: so is what answers a question that is, be it `Two.`, and what labels a sentence that is."""
    is_asked = False
    for sentence, after in zip(sentences, chain(sentences[1:], [None]), strict=True):
        stays = sentence.stays or is_asked or sentence.labels(after)
        is_asked = stays and wording.is_question(sentence.text)
        yield stays


def _kept(part: Sequence[str], stay: Iterator[bool]) -> Iterator[str]:
    return (text for text, stays in zip(part, stay, strict=False) if stays)
