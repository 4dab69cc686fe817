"""What an event says, as statements that stand alone, without a language model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.files.standing.supersession import is_same
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.privacy.emails import MARK
from knowledge.text.sentences import paragraphs, tidy
from knowledge.usecases.record_event import wording
from knowledge.usecases.record_event.models import Occurrence, Statement

BUDGET = 4_000  # characters of an event that summaries show, two of them full; the rest is in its description
MAX_SAYING = 420  # characters
_MAX_CANDIDATES = 200  # statements that are compared with one another
_SHORT = 5  # words; a sentence of fewer says little without the one before
_ANSWER = 8  # words; a shorter answer is nothing without its question
_IDLE = 0.62  # the cosine with a pleasantry from which a sentence is one

# What is said to be polite, in the languages that the model knows something of.
_PLEASANT = (
    "Thank you very much!", "Thanks for yesterday.", "Got it.", "Hi.", "Good point.", "Will do.",
    "Great, sounds good.", "That is great, thanks!", "No problem.", "You're welcome.", "Noted.",
    "Hello, how are you?", "Understood, will do.", "Good morning everyone!", "Okay, perfect.", "Great idea!", "Sorry.",
    "Danke, verstanden.", "Guten Morgen zusammen!", "Vielen Dank, das klingt gut.", "Alles klar, gerne.",
    "Merci beaucoup, parfait.", "Bonjour à tous", "Muchas gracias, perfecto.", "Hola, buenos días",
)  # fmt: skip
_TURN = re.compile(r"\n(?=[ \t]*[^\s:：][^:：\n]{0,30}[:：]\s)|\n\s*\n")
_SPEAKER = re.compile(r"^[*_\[]*(?P<name>[^\W\d_][\w .-]{0,30})[\]*_]*[:：][*_]*\s+(?=\S)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.M)
_ROW = re.compile(r"^[ \t]*\|(.+)\|[ \t]*$")
_RULE = re.compile(r"[\s|:-]+")
_CITATION = re.compile(r"\s?\[\d+(?:, ?\d+)*\](?=[.,;:]|\s|$)")
_TRAILER = re.compile(r"(?:Files|Commit|Co-authored-by|Signed-off-by|Closes|Refs): ?", re.I)
_FIELD = re.compile(r"[a-z][\w .]{0,40}: (?!.*[.!]$)")  # a line that was a field of JSON


@dataclass(frozen=True)
class Saying:
    """A sentence, or several that lean on one another; `passage` is where it stands, for its neighbours."""

    text: str
    passage: int
    asked: bool = False
    last: bool = False
    under: str = ""


def by_rules(event: Occurrence, told: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """What its fields tell, then what it says: what binds and concludes first, as much as the budget holds.

    Each once, in the order in which it was said.
    """
    judged = [(each, wording.says(event.kind, each.text)) for each in sayings(event, embedder) if not each.asked]
    kept = [
        (each, says)
        for each, says in judged
        if says and (each.text.rstrip(".") != event.title or event.kind != "research")
    ]
    said = [
        Statement(says=says, text=each.text, under=each.under, passage=each.passage)
        for each, says in kept[:_MAX_CANDIDATES]
    ]
    ranks = {id(one): _rank(one, each.last) for one, (each, _) in zip(said, kept, strict=False)}
    if not told and not said and event.text and event.kind != "conversation":
        said = [Statement(says="finding" if event.kind == "research" else "status", text=event.title)]
    return [*told, *_within_budget(_distinct(said, embedder), ranks)]


def idle(event: Occurrence, embedder: Embedder) -> set[str]:
    """The sentences that are pleasantries, or announce what is about to be done; all are embedded in one call."""
    sentences = [tidy(each) for turn in _turns(event) for part in paragraphs(_spoken(turn, event)[1]) for each in part]
    short = [each for each in dict.fromkeys(sentences) if len(each.split()) <= _ANSWER and not re.search(r"\d", each)]
    short = [each for each in short[:_MAX_CANDIDATES] if each]
    vectors = embedder.embed([*_PLEASANT, *short])
    pleasant, own = vectors[: len(_PLEASANT)], vectors[len(_PLEASANT) :]
    polite = (text for text, vector in zip(short, own, strict=True) if _nearest(vector, pleasant) >= _IDLE)
    return {*polite, *filter(wording.is_announced, sentences)}


def _nearest(vector: Vector, others: Sequence[Vector]) -> float:
    return max(cosine(vector, each) for each in others)


def leaves_out(event: Occurrence, statements: Sequence[Statement], embedder: Embedder) -> bool:
    """Whether more is said than the statements tell; pleasantries and questions say nothing."""
    told = " ".join(each.text for each in statements)
    code = re.search(r"^[ \t]*(?:```|~~~)", event.text, re.M)
    return bool(code) or any(not each.asked and each.text not in told for each in sayings(event, embedder))


def sayings(event: Occurrence, embedder: Embedder) -> Iterator[Saying]:
    """What is said, in order; what leans on the sentence before, or on a question, is joined to it."""
    under, passage, nothing = "", 0, idle(event, embedder)
    before: Saying | None = None
    for turn in _turns(event):
        passage += 1
        under = next(iter(_HEADING.findall(turn)[::-1]), under) if event.kind != "conversation" else ""
        speaker, words = _spoken(turn, event)
        said = [[each for each in map(tidy, part) if each not in nothing] for part in _sentences(words, event)]
        for saying in _joined([*said, *_rows(words)], speaker, before, passage, under):
            if before and saying.text.startswith(before.text) and saying.text != before.text:
                before = saying
                continue
            if before:
                yield before
            before = saying
    if before:
        yield replace(before, last=True)


def _turns(event: Occurrence) -> Iterator[str]:
    for turn in _TURN.split(event.text):
        if event.kind not in ("research", "integration") or not _FIELD.match(turn.strip()):
            yield turn


def _spoken(turn: str, event: Occurrence) -> tuple[str, str]:
    """Who speaks, where that is said, and the words."""
    found = _SPEAKER.match(turn.strip()) if event.kind == "conversation" else None
    if found and not found["name"][0].islower() and not wording.is_label(found["name"]):
        return found["name"], turn.strip()[found.end() :]
    return "", turn


def _sentences(words: str, event: Occurrence) -> Iterator[list[str]]:
    for paragraph in paragraphs(words):
        yield [_CITATION.sub("", sentence) for sentence in paragraph]


def _rows(words: str) -> Iterator[list[str]]:
    """Each row of a table as a sentence: `Acme — price: 49, seats: 5`."""
    rows = [
        [cell.strip() for cell in found[1].split("|")] for line in words.splitlines() if (found := _ROW.match(line))
    ]
    rows = [row for row in rows if not _RULE.fullmatch("|".join(row) or "|")]
    if len(rows) > 1:
        head, *body = rows
        for row in body:
            pairs = ", ".join(f"{name}: {cell}" for name, cell in zip(head[1:], row[1:], strict=False) if cell)
            yield [f"{row[0]} — {pairs}"] if pairs and row[0] else []


def _joined(
    passages: Iterable[list[str]], speaker: str, before: Saying | None, passage: int, under: str
) -> Iterator[Saying]:
    for sentences in passages:
        near = before and (before.asked or before.passage >= passage - 1)
        current: Saying | None = before if near else None
        own = False
        for said in sentences:
            if not said or MARK in said:
                continue
            saying = Saying(_named(said, speaker), passage, wording.is_question(said), under=under)
            if current and _leans(said, current, own) and len(current.text) + len(said) < MAX_SAYING:
                saying = replace(saying, text=f"{current.text} {saying.text}")
            elif current and own:
                yield current
            current, own = saying, True
        if current and own:
            yield current
            before = current


def _leans(said: str, before: Saying, own: bool) -> bool:
    """Whether it cannot be understood without what was said before, by the same or, as an answer, by another."""
    if wording.is_question(said) or wording.is_commit(said):
        return False
    if wording.is_commit(before.text):  # what a commit's body says is said of its subject
        return not _TRAILER.match(said)
    words = len(said.split()) if " " in said else len(said) // 2  # where no spaces stand between words
    if before.asked:
        return words < _ANSWER or wording.leans(said)
    return wording.leans(said) or (own and words < _SHORT)


def _named(said: str, speaker: str) -> str:
    return f"{speaker}: {said}" if speaker and wording.is_first_person(said) else said


def _distinct(statements: Sequence[Statement], embedder: Embedder) -> list[Statement]:
    """Those that no earlier one says."""
    vectors = embedder.embed([each.text for each in statements])
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
