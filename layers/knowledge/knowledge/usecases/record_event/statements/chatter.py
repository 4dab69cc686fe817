"""What those who talk say that nobody needs to keep, as the model's side for talk reads it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from knowledge.ports.embedder import Embedder, Passage, likelihoods
from knowledge.text.keywords import PRONOUNS
from knowledge.text.statements.values import values
from knowledge.text.talk import CHATTER, SENTENCES, TEMPERATURE, behind, line
from knowledge.usecases.record_event.content.turns import SpokenTurn
from knowledge.usecases.record_event.language import nouns, wording
from knowledge.usecases.record_event.topics import candidates

# How likely a sentence is chatter from which on it is left out, read behind what was said before it, and by itself:
# behind thanks alone the first of these takes much for thanks. docs/measurements/files.md
CERTAIN, ALONE = 0.7, 0.85
CLAUSE = 0.7  # and each of its clauses in a short talk: `Thanks, Anna takes over.` tells something
INTRODUCED = 0.4  # and a clause in a longer one
SURE = 0.9  # a question, which may be answered, and what would leave nothing
ABOUT = 0.99  # and a clause of that in which a thing is named
MAX_READ = 200  # sentences of a talk; of a longer one the rest stays as it is
MOST = 2 / 3  # of a talk of some length may be chatter; who hears more does not understand its language
FEW = 8  # sentences; of fewer all may be
NAMED = 4  # words of names; who says more of them tells of somebody: `Welcome to Ola Berg and Kim Dahl of Norsk!`
LONG = 7  # words of a sentence that is left in what tells something
LABEL = 2  # words, at most, by which somebody comes to a subject: `Deposits.`
_WHO = PRONOUNS - {"you"}
_QUOTES = re.compile('["“”„«»]')
_CLAUSE = re.compile(r"[,;] | [–—-] ")


@dataclass(frozen=True)
class _SpokenSentence:
    """A sentence as a statement is written and as it was said, the place of its turn, and whether it is chatter."""

    turn: int
    text: str
    original: str
    is_chatter: bool

    @property
    def stays(self) -> bool:
        """Whether it is no chatter, or tells a value, quotes, names several, binds, or is a part of a record.

        What `Agreed.` binds to is before it.
        """
        is_part = bool(wording.part_of_record(self.text)[0])
        binds = is_part or wording.says("conversation", self.text) in ("decision", "requirement")
        tells = bool(values(self.text)) or _quotes(self.text) or len(candidates.names(self.text)) > NAMED
        return not self.is_chatter or binds or tells

    def labels(self, after: "_SpokenSentence | None") -> bool:
        """Whether it may be the label of what its speaker goes on to say, or of a value that another one tells."""
        is_told = after is not None and after.stays and (after.turn == self.turn or bool(values(after.text)))
        return is_told and len(self.text.split()) <= LABEL and not self.original.endswith("!")

    def asks_for(self, after: "_SpokenSentence | None") -> bool:
        """Whether it asks, and what is said next stays: `What was it?` `Two days, at 720.`"""
        return wording.is_question(self.text) and after is not None and after.stays


def without_chatter(turns: Sequence[SpokenTurn], embedder: Embedder) -> list[SpokenTurn]:
    """The turns of a talk without the chatter of those who speak; by a model without a side for talk as they are.

    Of what one says in one go few words at both ends may go, as greetings, and none between: `Got a Donna Whitelaw.`
    """
    if "talk" not in embedder.sides:
        return list(turns)
    lines = [(at, text) for at, turn in enumerate(turns) for part in turn.parts for text in part]
    spoken = [(at, text, turns[at].originals.get(text, text)) for at, text in lines]
    chatter = _chatter([(turns[at].speaker, original) for at, _, original in spoken[:MAX_READ]], embedder)
    stay = _stay([_SpokenSentence(*sentence, place in chatter) for place, sentence in enumerate(spoken)])
    return [replace(turn, parts=[list(_kept(part, stay)) for part in turn.parts]) for turn in turns]


def chatter(texts: Sequence[str], embedder: Embedder) -> set[str]:
    """Those of the texts that are it by themselves; by a model without a side for talk none."""
    places = _likely([("", text) for text in texts], [ALONE] * len(texts), embedder) if "talk" in embedder.sides else []
    return {texts[place] for place in places}


def _chatter(spoken: Sequence[tuple[str, str]], embedder: Embedder) -> set[int]:
    """The places of those sentences that are chatter; none in a talk of which most would be.

    In a short one, of which all may be, nothing that a clause tells is.
    """
    passages = behind([line(*one) for one in spoken])
    asked = [wording.is_question(text) for _, text in spoken]
    likely = _likely(passages, [SURE if one else CERTAIN for one in asked], embedder)
    alone = [("", _alone(*spoken[place])) for place in likely]
    chatter = {likely[at] for at in _likely(alone, [SURE if asked[place] else ALONE for place in likely], embedder)}
    if len(spoken) >= FEW:
        return chatter - _introductions(spoken, chatter, embedder) if len(chatter) <= MOST * len(spoken) else set()
    leaves_nothing = len(chatter) == len(spoken)
    if leaves_nothing:
        chatter = {*_likely([("", text) for _, text in spoken], [SURE] * len(passages), embedder)}
    clauses = [(place, clause) for place in chatter for clause in _clauses(spoken[place][1])]
    levels = [ABOUT if leaves_nothing and _is_about(clause) else CLAUSE for _, clause in clauses]
    return chatter - _telling(clauses, levels, embedder)


def _introductions(spoken: Sequence[tuple[str, str]], chatter: set[int], embedder: Embedder) -> set[int]:
    """The places of sentences that name somebody, and with a clause that is none: `Hi, I'm Dora, I run the desk.`"""
    apart = [(place, _clauses(spoken[place][1])) for place in chatter if candidates.names(spoken[place][1])]
    clauses = [(place, clause) for place, several in apart if len(several) > 1 for clause in filter(_is_about, several)]
    return _telling(clauses, [INTRODUCED] * len(clauses), embedder)


def _alone(speaker: str, sentence: str) -> str:
    """With who says it, but for what programs call people: `User: Danke!`"""
    return line("" if wording.is_role(speaker) else speaker, sentence)


def _telling(clauses: Sequence[tuple[int, str]], levels: Sequence[float], embedder: Embedder) -> set[int]:
    """The places of clauses that are chatter less likely than the level of each."""
    likely = likelihoods([("", clause) for _, clause in clauses], SENTENCES, embedder, "talk", TEMPERATURE)
    return {place for (place, _), one, level in zip(clauses, likely, levels, strict=True) if one[CHATTER] < level}


def _clauses(sentence: str) -> list[str]:
    """The sentence apart at its commas: `Hallo, der Schlüssel liegt im Tresor` greets, and tells something."""
    return [clause for clause in map(str.strip, _CLAUSE.split(sentence)) if re.search(r"\w", clause)]


def _is_about(text: str) -> bool:
    """Whether it speaks of a thing, by its article, or of who does one: `el jefe firma hoy`, `ich übernehme das`."""
    return any(run.determined for run in nouns.runs(text)) or not _WHO.isdisjoint(text.lower().split())


def _likely(passages: Sequence[Passage], levels: Sequence[float], embedder: Embedder) -> list[int]:
    """The places of the passages that are chatter as likely as the level of each."""
    likely = likelihoods(passages, SENTENCES, embedder, "talk", TEMPERATURE)
    return [place for place, (one, level) in enumerate(zip(likely, levels, strict=True)) if one[CHATTER] >= level]


def _stay(sentences: Sequence[_SpokenSentence]) -> Iterator[bool]:
    """Whether each is kept: so is what answers a question that is, be it `Two.`, and what labels a sentence that is."""
    is_asked = False
    for sentence, after in zip(sentences, chain(sentences[1:], [None]), strict=True):
        stays = sentence.stays or is_asked or sentence.labels(after) or sentence.asks_for(after)
        is_asked = stays and wording.is_question(sentence.text)
        yield stays


def _kept(part: Sequence[str], stay: Iterator[bool]) -> Sequence[str]:
    """From the first to the last that stays or is long; nothing where none stays."""
    stays = [stays for _, stays in zip(part, stay, strict=False)]
    whole = [at for at, text in enumerate(part) if stays[at] or len(text.split()) >= LONG]
    return part[whole[0] : whole[-1] + 1] if any(stays) else []


def _quotes(text: str) -> bool:
    """Whether it has words of somebody else: `I will write "open on Sundays".`"""
    return any(" " in words.strip() for words in _QUOTES.split(text)[1:-1:2])
