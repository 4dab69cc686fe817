"""What an event says, as statements that stand alone, without a language model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.privacy.emails import MARK
from knowledge.text.near_duplicates import is_same
from knowledge.text.sentences import paragraphs, sentences, tidy
from knowledge.text.strings import abbreviated
from knowledge.usecases.record_event import code_changes, layout, wording
from knowledge.usecases.record_event.metrics import is_written, tells_figures_alone
from knowledge.usecases.record_event.models import Occurrence, Statement
from knowledge.usecases.record_event.placing import about

MAX_TITLE = 100  # characters
BUDGET = 4_000  # characters of an event that summaries show, two of them full; the rest is in its description
MAX_SAYING = 420  # characters
_MAX_CANDIDATES = 200  # statements that are compared with one another
_SHORT = 5  # words; a sentence of fewer says little without the one before
_WHOLE = 7  # words; a sentence of as many may be about something else than the one before
_APART = 0.12  # the cosine of two sentences of one speaker below which the second is
_ANSWERING = 0.25  # the cosine of a question and a sentence after it from which that answers it
_ANSWER = 8  # words; a shorter answer is nothing without its question
_IDLE = 0.62  # the cosine with a pleasantry from which a sentence is one

# What is said to be polite or to lead the talk, in the languages that the model knows something of.
_PLEASANT = (
    "Thank you very much!", "Thanks, that is great!", "Got it.", "Hi.", "Good morning!", "Noted.", "No problem.",
    "Great, sounds good.", "Hello, how are you?", "Okay, perfect.", "Sure, go ahead.", "Where do you want to start?",
    "Anything else?", "There are some changes since last time.", "That's it for today, have a nice day!",
    "Danke, verstanden.", "Guten Morgen zusammen!", "Alles klar, gerne.", "Womit fangen wir an?",
    "Das war's für heute.", "Hallo, ein paar Änderungen.", "Merci beaucoup, parfait.", "Bonjour à tous",
    "Muchas gracias, perfecto.",
)  # fmt: skip
_TURN = re.compile(r"\n(?=[ \t]*[^\s:：][^:：\n]{0,30}[:：]\s)|\n\s*\n")
# In the marks in which chats are copied; full-width colons, too.
_SPEAKER = re.compile(r"^[*_\[]*(?P<name>[^\W\d_][\w .-]{0,30})[\]*_]*[:：][*_]*\s+(?=\S)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.M)
_ROW = re.compile(r"^[ \t]*\|(.+)\|[ \t]*$")
_RULE = re.compile(r"[\s|:-]+")
_CITATION = re.compile(r"\s?\[\d+(?:, ?\d+)*\](?=[.,;:]|\s|$)")
_FIELD = re.compile(r"[a-z][\w .]{0,40}: (?!.*[.!]$)")  # a line that was a field of JSON


@dataclass(frozen=True)
class Saying:
    """A sentence, or several that lean on one another; `passage` is where it stands, for its neighbours."""

    text: str
    passage: int
    asked: bool = False
    last: bool = False
    under: str = ""
    last_said: str = ""


def by_rules(event: Occurrence, stated: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """What its fields tell, then what it says: what binds and concludes first, as much as the budget holds.

    Each once, in the order in which it was said.
    """
    kind = "conversation" if is_written(event) else event.kind
    judged = [(each, wording.says(kind, each.text)) for each in sayings(event, embedder) if not each.asked]
    kept = [
        (each, says)
        for each, says in judged
        if says and not _is_title(each.text, event) and not _is_counted(each.text, event)
    ]
    said = [
        Statement(says=says, text=each.text, under=each.under, passage=each.passage)
        for each, says in kept[:_MAX_CANDIDATES]
    ]
    ranks = {id(one): _rank(one, each.last) for one, (each, _) in zip(said, kept, strict=False)}
    if not stated and not said and event.text and event.kind != "conversation":
        said = [Statement(says="finding" if event.kind == "research" else "status", text=event.title)]
    whole = about(replace(event, title=title_of(event, [*stated, *said])), event.topic)
    return [*stated, *_within_budget(_distinct(said, embedder, whole), ranks)]


def title_of(event: Occurrence, statements: Sequence[Statement]) -> str:
    """What the event is called; a conversation that begins with a greeting after the first thing that it says."""
    opening = _spoken(event.title, event)[1].strip(" .…")
    greets = event.kind == "conversation" and "title" not in event.metadata and statements
    if not greets or any(opening in each.text for each in statements):
        return event.title
    said = [each for one in statements for each in sentences(one.text) if not wording.is_question(each)]
    return abbreviated(next((each for each in said if len(each.split()) >= _WHOLE), event.title), MAX_TITLE)


def _is_title(text: str, event: Occurrence) -> bool:
    return event.kind in ("research", "integration") and text.rstrip(".") == event.title


def _is_counted(text: str, event: Occurrence) -> bool:
    return event.kind == "integration" and not is_written(event) and tells_figures_alone(text)


def idle(whole: Sequence[str], embedder: Embedder) -> set[str]:
    """Those sentences and beginnings of them that are pleasantries, or announce what is about to be done.

    All are embedded in one call, also those that are only compared with one another afterwards.
    """
    said = [*whole, *(tidy(each.partition(", ")[0]) for each in whole)]
    short = [each for each in dict.fromkeys(said) if len(each.split()) <= _ANSWER and not re.search(r"\d", each)]
    short = [each for each in short[:_MAX_CANDIDATES] if each and not wording.is_answer(each)]
    vectors = embedder.embed([*_PLEASANT, *short, *whole[:_MAX_CANDIDATES]])
    pleasant, own = vectors[: len(_PLEASANT)], vectors[len(_PLEASANT) :]
    polite = (text for text, vector in zip(short, own, strict=False) if _nearest(vector, pleasant) >= _IDLE)
    return {*polite, *filter(wording.is_announced, said)}


class _Nearness:
    """How near the sentences of one event are to one another; of a long one the first."""

    def __init__(self, said: Iterable[str], embedder: Embedder) -> None:
        said = list(dict.fromkeys(said))[:_MAX_CANDIDATES]
        self._vectors = dict(zip(said, embedder.embed(said), strict=True))

    def apart(self, before: str, after: str) -> bool:
        """Whether who speaks goes over to something else."""
        return min(len(before.split()), len(after.split())) >= _WHOLE and self._of(before, after) < _APART

    def answers(self, question: str, said: str) -> bool:
        """Whether a whole sentence after a question is about what was asked."""
        return self._of(question, said) >= _ANSWERING

    def _of(self, one: str, other: str) -> float:
        vectors = self._vectors.get(one), self._vectors.get(other)
        return cosine(vectors[0], vectors[1]) if vectors[0] and vectors[1] else 0.0


def _nearest(vector: Vector, others: Sequence[Vector]) -> float:
    return max(cosine(vector, each) for each in others)


def leaves_out(event: Occurrence, statements: Sequence[Statement], embedder: Embedder) -> bool:
    """Whether more is said than the statements tell; pleasantries and questions say nothing."""
    texts = " ".join(each.text for each in statements)
    code = re.search(r"^[ \t]*(?:```|~~~)", event.text, re.M)
    return bool(code) or any(not each.asked and each.text not in texts for each in sayings(event, embedder))


def sayings(event: Occurrence, embedder: Embedder) -> Iterator[Saying]:
    """What is said, in order; what leans on the sentence before, or on a question, is joined to it.

    What one says in one go in a conversation is one saying, until it is about something else.
    """
    turns = [_Turn.of(turn, event) for turn in _turns(event)]
    whole = [each for turn in turns for part in turn.parts for each in part]
    nothing = idle(whole, embedder)
    said = [[list(_telling(part, nothing)) for part in turn.parts] for turn in turns]
    near = _Nearness((each for parts in said for part in parts for each in part), embedder)
    under, before = "", None
    for passage, (turn, parts) in enumerate(zip(turns, said, strict=True), 1):
        under = turn.heading or under
        joined = _Joining(near, turn.speaker, passage, under, event.kind == "conversation")
        for saying in joined.sayings([*parts, *turn.rows], before):
            if before and saying.text.startswith(before.text) and saying.text != before.text:
                before = saying
                continue
            if before:
                yield before
            before = saying
    if before:
        yield replace(before, last=True)


@dataclass(frozen=True)
class _Turn:
    """What one says in one go, or a paragraph: the sentences of each part, the rows of its tables, its heading."""

    speaker: str
    parts: list[list[str]]
    rows: list[list[str]]
    heading: str

    @staticmethod
    def of(turn: str, event: Occurrence) -> "_Turn":
        speaker, words = _spoken(turn, event)
        heading = "" if event.kind == "conversation" else next(iter(_HEADING.findall(turn)[::-1]), "")
        parts = [[tidied for each in part if (tidied := _tidied(each))] for part in paragraphs(words)]
        return _Turn(speaker, parts, list(_rows(words)), heading)


def _tidied(sentence: str) -> str:
    """The sentence as a statement is written; a yes or no is what an answer says."""
    sentence = _CITATION.sub("", sentence)
    answer = wording.is_answer(sentence)
    if not answer:
        return tidy(sentence)
    rest = tidy(sentence[len(answer) :])
    return answer + (rest[:1].lower() + rest[1:] if sentence[len(answer) :][:1].islower() else rest)


def _telling(part: Iterable[str], nothing: set[str]) -> Iterator[str]:
    """The sentences that say something, each without the pleasantry that it begins with, up to its first comma."""
    for sentence in part:
        opening, comma, rest = sentence.partition(", ")
        polite = comma and tidy(opening) in nothing
        left = rest[:1].upper() + rest[1:] if polite else sentence
        if sentence not in nothing and not wording.is_announced(left) and MARK not in left:
            yield left


def _turns(event: Occurrence) -> Iterator[str]:
    text = code_changes.messages(event.text) if event.kind == "code_change" else event.text
    for turn in _TURN.split(text if event.kind == "conversation" else layout.as_markdown(text)):
        if event.kind not in ("research", "integration") or not _FIELD.match(turn.strip()):
            yield turn


def _spoken(turn: str, event: Occurrence) -> tuple[str, str]:
    """Who speaks, where that is said, and the words."""
    speaker = _SPEAKER.match(turn.strip()) if event.kind == "conversation" else None
    if speaker and not speaker["name"][0].islower() and not wording.is_label(speaker["name"]):
        return speaker["name"], turn.strip()[speaker.end() :]
    return "", turn


def _rows(words: str) -> Iterator[list[str]]:
    """Each row of a table as a sentence: `Acme — price: 49, seats: 5`."""
    rows = [
        [cell.strip() for cell in cells[1].split("|")] for line in words.splitlines() if (cells := _ROW.match(line))
    ]
    rows = [row for row in rows if not _RULE.fullmatch("|".join(row) or "|")]
    if len(rows) > 1:
        head, *body = rows
        for row in body:
            pairs = ", ".join(f"{name}: {cell}" for name, cell in zip(head[1:], row[1:], strict=False) if cell)
            yield [f"{row[0]} — {pairs}"] if pairs and row[0] else []


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
        for part in passages:
            near = before and (before.asked or before.passage >= self.passage - 1)
            current: Saying | None = before if near else None
            own = False
            for said in filter(None, part):
                named = _named(said, self.speaker)
                saying = Saying(named, self.passage, wording.is_question(said), under=self.under, last_said=said)
                if current and self._belongs(said, current, own) and len(current.text) + len(said) < MAX_SAYING:
                    saying = replace(saying, text=f"{current.text} {said if own else named}")
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
        if wording.is_commit(before.text):  # what a commit's body says is said of its subject
            return True
        words = len(said.split()) if " " in said else len(said) // 2  # where no spaces stand between words
        if before.asked:
            short = _ANSWER + _SHORT if re.search(r"\d", said) else _SHORT
            answers = wording.is_answer(said) or wording.leans(said) or words < short
            return bool(answers) or self.near.answers(before.last_said, said)
        if own and self.spoken and not self.near.apart(before.last_said, said):
            return True
        return wording.leans(said) or (own and words < _SHORT)


def _named(said: str, speaker: str) -> str:
    first_person = speaker and wording.is_first_person(said) and not wording.is_question(said)
    return f"{speaker}: {said}" if first_person else said


def _distinct(statements: Sequence[Statement], embedder: Embedder, whole: str) -> list[Statement]:
    """Those that no earlier one says; what the `whole` event is about is embedded with them, for their places."""
    vectors = embedder.embed([*(each.text for each in statements), whole])
    kept: list[int] = []
    for place, each in enumerate(statements):
        alike = (other for other in kept if cosine(vectors[place], vectors[other]) >= embedder.near_duplicate)
        if not any(is_same(each.text, statements[other].text) for other in alike):
            kept.append(place)
    return [statements[place] for place in kept]


def _rank(statement: Statement, last: bool) -> float:
    """What is decided or required comes before what is the case; a conclusion and a figure count."""
    binds = {"decision": 4.0, "requirement": 3.0}.get(statement.says, 1.0)
    return binds + 2 * last + bool(re.search(r"\d", statement.text)) + 2 * wording.concludes(statement.text)


def _within_budget(statements: Sequence[Statement], ranks: dict[int, float]) -> list[Statement]:
    """The best of them that fit, in their order."""
    left, kept = BUDGET, set[int]()
    for each in sorted(statements, key=lambda one: -ranks.get(id(one), 0.0)):
        if len(each.text) <= left:
            left -= len(each.text)
            kept.add(id(each))
    return [each for each in statements if id(each) in kept]
