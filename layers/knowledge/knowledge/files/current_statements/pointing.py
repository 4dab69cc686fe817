"""What was said later of the matter of an older line: the line points there, and nothing is said to have ended.

Words do not tell that one sentence ends another: people say a change in other words, without what was before, on
another page. That two are of one matter the model's side for matters tells, which has learned it from such changes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.current_statements.striking import SupersededStatement
from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements import marks
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import ended_names
from knowledge.text.statements.subjects import stem

LEAST = 0.62  # the nearness from which a line points to a sentence (docs/measurements/files.md)
ALIKE = 0.3  # what counts that two sentences are alike by the model as it is: names and figures, that it has seen
NAMED = 0.4  # what counts that a sentence tells a name of the line as past: `We move from iManage to NetDocuments.`
WORDS = 4  # of fewer, and of a question, nobody can tell what it changes
ABOUT = 120  # characters of what was said that tell enough


@dataclass(frozen=True)
class PlacedStatement:
    """A statement of an event, the page where it stands, and what its text is about, where that is one thing."""

    text: str
    path: str
    about: str = ""

    def whole(self, sentence: str) -> str:
        """One of its sentences with its subject: `Deck ovens: The price is 31,000 EUR.`"""
        subject, own = (set(map(stem, content_words(text))) for text in (self.about, sentence))
        return f"{self.about}: {sentence}" if subject and not subject & own else sentence


@dataclass(frozen=True)
class Pointer:
    """A line, what was said later of the same, and where."""

    line: CurrentStatement
    later: PlacedStatement

    def left(self, day: str) -> str:
        """The line, leading to what was said on that day."""
        return marks.pointed(self.line.line, day, self.later.text, self.later.path)


def pointers(
    statements: Sequence[PlacedStatement],
    standing: Sequence[CurrentStatement],
    day: str,
    embedder: Embedder,
    superseded: Sequence[SupersededStatement] = (),
) -> list[Pointer]:
    """Each line to which one of an event's statements is nearest, where the line is nearest to that statement, too.

    What pointed to such a line, what such a line pointed to, and what pointed to what is `superseded` points there,
    too. A line that a person wrote has no pointer, nor has one with a mark, which tells what is so now, one that ends,
    or one of a log.
    """
    gone = {(ended.path, ended.line) for ended in superseded}
    lines = [line for line in standing if (line.path, line.line) not in gone and _may_point(line, day)]
    if not lines or not statements:
        return []
    nearest = _Pairing(lines, statements, embedder).nearest()
    made = {at: _quoted(statements, sentence) for at, sentence in nearest.items()}
    others = (line for at, line in enumerate(lines) if at not in made)
    near = [Pointer(lines[at], later) for at, later in made.items()]
    followed = ((line, _followed(line, near, statements, superseded)) for line in others)
    return [*near, *(Pointer(line, later) for line, later in followed if later)]


def late_pointers(
    added: Sequence[CurrentStatement], standing: Sequence[CurrentStatement], embedder: Embedder
) -> list[tuple[str, Pointer]]:
    """Of an event that is told after later ones: to what was said since its lines lead, the earliest day first.

    They point as if the events had been told in their order.
    """
    day = max((line.day for line in added), default="")
    since = [line for line in standing if line.day > day and not (line.is_mark or _is_logged(line))]
    late = []
    for later in _days_near(added, since, embedder):
        statements = [PlacedStatement(line.text, line.path) for line in since if line.day == later]
        made = pointers(statements, [*standing, *added], later, embedder)
        late += [(later, pointer) for pointer in made if pointer.line in added]
    return late


def _days_near(added: Sequence[CurrentStatement], since: Sequence[CurrentStatement], embedder: Embedder) -> list[str]:
    """The days of what is nearest to each line that is added: all of a long past with all would take too long."""
    if not (added and since):
        return []
    vectors = embedder.embed([line.text for line in (*added, *since)])
    own, known = vectors[: len(added)], vectors[len(added) :]
    return sorted({since[max(range(len(since)), key=lambda at: cosine(one, known[at]))].day for one in own})


def _is_logged(line: CurrentStatement) -> bool:
    return line.line.startswith(f"- {line.day}: ")


def _may_point(line: CurrentStatement, day: str) -> bool:
    is_marked = line.is_mark or marks.unmarked(line.line) != marks.unpointed(line.line)
    is_told = is_marked or marks.points_past(line.line, day)
    return not (line.is_persons or _is_logged(line) or is_told) and "" < line.day < day


def _quoted(statements: Sequence[PlacedStatement], sentence: "_ComparedSentence") -> PlacedStatement:
    """The sentence's statement, a long one from it on, a short one with what follows on its page."""
    later = statements[sentence.text_at]
    text = " ".join(_sentences(later.text)[sentence.at :]) if len(later.text) > ABOUT else later.text
    for other in takewhile(lambda other: other.path == later.path, statements[sentence.text_at + 1 :]):
        text = text if len(text) > ABOUT else f"{text} {other.text}"
    return PlacedStatement(text, later.path)


def _followed(
    line: CurrentStatement,
    near: Sequence[Pointer],
    statements: Sequence[PlacedStatement],
    superseded: Sequence[SupersededStatement],
) -> PlacedStatement | None:
    """What is said now of that to which the line points, or of what points to the line; None where that is nothing."""
    for pointer in near:
        other = pointer.line
        if marks.leads_to(line.line, other.text) or marks.leads_to(other.line, line.text):
            return pointer.later
    ended = (gone for gone in superseded if gone.statement and marks.leads_to(line.line, gone.statement))
    return next((later for gone in ended for later in statements if later.text in gone.now), None)


@dataclass(frozen=True)
class _ComparedSentence:
    """A sentence, its place in its text, and that text's among the others."""

    text_at: int
    at: int
    text: str


class _Pairing:
    """How near each sentence of the lines is to each of an event's statements."""

    def __init__(
        self, lines: Sequence[CurrentStatement], statements: Sequence[PlacedStatement], embedder: Embedder
    ) -> None:
        self._known = list(_comparable([line.text for line in lines]))
        self._own = list(_comparable([statement.text for statement in statements]))
        texts = [one.text for one in self._known]
        own_texts = [statements[one.text_at].whole(one.text) for one in self._own]
        self._matters, self._own_matters = _vectors(embedder.embed_matter, texts, own_texts)
        self._vectors, self._own_vectors = _vectors(embedder.embed, texts, own_texts)
        self._words, self._ended = [set(WORD.findall(text)) for text in texts], list(map(ended_names, own_texts))

    def nearest(self) -> dict[int, _ComparedSentence]:
        """Of each line that has one the sentence nearest to it, where one of its own is nearest to that, and near."""
        table = [[self._nearness(at, by) for by in range(len(self._own))] for at in range(len(self._known))]
        first = [max(range(len(table)), key=lambda at: table[at][by]) for by in range(len(self._own))] if table else []
        pairs = sorted((table[at][by], at, by) for by, at in enumerate(first) if table[at][by] == max(table[at]))
        return {self._known[at].text_at: self._own[by] for near, at, by in pairs if near >= LEAST}

    def _nearness(self, at: int, by: int) -> float:
        alike = ALIKE * cosine(self._vectors[at], self._own_vectors[by])
        named = NAMED * bool(self._words[at] & self._ended[by])
        return cosine(self._matters[at], self._own_matters[by]) + alike + named


def _comparable(texts: Sequence[str]) -> Iterator[_ComparedSentence]:
    for text_at, text in enumerate(texts):
        for at, sentence in enumerate(_sentences(text)):
            if len(sentence.split()) >= WORDS and not sentence.endswith("?"):
                yield _ComparedSentence(text_at, at, sentence)


def _sentences(text: str) -> list[str]:
    return sentences(text) or [text]


def _vectors(
    embed: Callable[[Sequence[str]], list[Vector]], texts: Sequence[str], own: Sequence[str]
) -> tuple[list[Vector], list[Vector]]:
    """Those of the texts, and of the event's own: in one call."""
    vectors = embed([*texts, *own])
    return vectors[: len(texts)], vectors[len(texts) :]
