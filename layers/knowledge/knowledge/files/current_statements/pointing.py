"""What was said later of the matter of an older line: the line points there, and nothing is said to have ended.

That one sentence ends another is never sure; whoever reads the line sees both, and decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from knowledge.files.current_statements.changed_sentences import Line, changes
from knowledge.files.current_statements.nearest_pairs import NearestPairs
from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.current_statements.striking import SupersededStatement
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements import marks
from knowledge.text.statements.subjects import stem

ABOUT = 120  # characters of what was said that tell enough


@dataclass(frozen=True)
class PlacedStatement:
    """A statement of an event, the page where it stands, and what its text is about, where that is one thing."""

    text: str
    path: str
    about: str = ""

    @property
    def whole(self) -> str:
        """The statement with its subject: `Deck ovens: The price is 31,000 EUR.`"""
        subject, own = (set(map(stem, content_words(text))) for text in (self.about, self.text))
        return f"{self.about}: {self.text}" if subject and not subject & own else self.text


@dataclass(frozen=True)
class Pointer:
    """A line, what was said later of a sentence of it, and where; what it told before to be so `instead` of that."""

    line: CurrentStatement
    later: PlacedStatement
    instead: frozenset[str] = field(default_factory=frozenset)

    def left(self, day: str, line: str = "") -> str:
        """The line, or what else is left of it already, leading to what was said on that day."""
        return marks.pointed(line or self.line.line, day, self.later.text, self.later.path, self.instead)


def pointers(
    statements: Sequence[PlacedStatement],
    standing: Sequence[CurrentStatement],
    day: str,
    embedder: Embedder,
    superseded: Sequence[SupersededStatement] = (),
) -> list[Pointer]:
    """Each line of which an event's statements change a sentence, with what does; one for each such sentence.

    By a model that did not learn what changes what, each line to which a statement is nearest, where the line is
    nearest to that statement, too; what pointed to such a line, what such a line pointed to, and what pointed to what
    is `superseded` points there, too.
    What stood before is older, of the event's own day, too: events are told one after the other. A line that a person
    wrote has no pointer, nor has a mark, one that ends, or one of a log.
    """
    ended = {(past.path, past.line) for past in superseded if not past.left}
    lines = [line for line in standing if (line.path, line.line) not in ended and _may_point(line, day)]
    if not lines or not statements:
        return []
    if "change" not in embedder.sides:
        return _near(statements, lines, embedder, superseded)
    return [pointer for pointer in _changed(statements, lines, embedder) if not _is_told(pointer, superseded)]


def _changed(
    statements: Sequence[PlacedStatement], lines: Sequence[CurrentStatement], embedder: Embedder
) -> Iterator[Pointer]:
    read = [Line(line.text, marks.pointed_to(line.line)) for line in lines]
    for change in changes([statement.whole for statement in statements], read, embedder):
        later = _from(statements, change.statement, change.sentence)
        yield Pointer(lines[change.line], later, change.quotes)


def _near(
    statements: Sequence[PlacedStatement],
    lines: Sequence[CurrentStatement],
    embedder: Embedder,
    superseded: Sequence[SupersededStatement],
) -> list[Pointer]:
    unmarked = [line for line in lines if marks.unmarked(line.line) == marks.unpointed(line.line)]
    near = dict[CurrentStatement, PlacedStatement]()
    for at, by in NearestPairs([statement.whole for statement in statements], unmarked, embedder).pairs():
        line, texts = unmarked[at], sentences(statements[by].text)
        vector, *own = embedder.embed([line.text, *texts])
        nearest = texts[max(range(len(texts)), key=lambda at: cosine(vector, own[at]))]
        near[line] = _from(statements, by, nearest)
    followed = {line: _followed(line, near, statements, superseded) for line in unmarked if line not in near}
    return [
        Pointer(line, later, frozenset(marks.pointed_to(line.line)))
        for line, later in (near | followed).items()
        if later
    ]


def _is_told(pointer: Pointer, superseded: Sequence[SupersededStatement]) -> bool:
    """Whether a mark of the line tells it."""
    of_line = (past for past in superseded if (past.path, past.line) == (pointer.line.path, pointer.line.line))
    return any(pointer.later.text in past.now or past.now in pointer.later.text for past in of_line)


def late_pointers(
    added: Sequence[CurrentStatement], standing: Sequence[CurrentStatement], embedder: Embedder
) -> dict[CurrentStatement, str]:
    """Of an event that is told after later ones: those of its lines that lead to what was said since, and how.

    They point as if the events had been told in their order.
    """
    day = max((line.day for line in added), default="")
    since = [line for line in standing if line.day > day and not (line.is_mark or _is_logged(line))]
    left = {line: line for line in added}
    for later in _days_near(added, since, embedder):
        statements = [PlacedStatement(line.text, line.path) for line in since if line.day == later]
        before = [line for line in standing if line.day < later]
        made = pointers(statements, [*before, *left.values()], later, embedder)
        left = {line: replace(now, line=_pointed(now, made, later)) for line, now in left.items()}
    return {line: now.line for line, now in left.items() if now != line}


def _pointed(line: CurrentStatement, made: Sequence[Pointer], day: str) -> str:
    left = line.line
    for pointer in made:
        left = pointer.left(day, left) if pointer.line == line else left
    return left


def _days_near(added: Sequence[CurrentStatement], since: Sequence[CurrentStatement], embedder: Embedder) -> list[str]:
    """The days of what is nearest to each line that is added: all of a long past with all would take too long."""
    if not (added and since):
        return []
    vectors = embedder.embed([line.text for line in (*added, *since)])
    own, dated = vectors[: len(added)], vectors[len(added) :]
    return sorted({since[max(range(len(since)), key=lambda at: cosine(one, dated[at]))].day for one in own})


def _is_logged(line: CurrentStatement) -> bool:
    return line.line.startswith(f"- {line.day}: ")


def _may_point(line: CurrentStatement, day: str) -> bool:
    is_told = line.is_mark or marks.points_past(line.line, day)
    return not (line.is_persons or _is_logged(line) or is_told) and "" < line.day <= day


def _from(statements: Sequence[PlacedStatement], by: int, sentence: str) -> PlacedStatement:
    """The statement, a long one from that sentence on, a short one with what follows on its page."""
    later, texts = statements[by], sentences(statements[by].text)
    if len(later.text) > ABOUT:
        texts = texts[next((at for at, text in enumerate(texts) if sentence.startswith(text)), 0) :]
    text = " ".join(texts)
    for other in takewhile(lambda other: other.path == later.path, statements[by + 1 :]):
        text = text if len(text) > ABOUT else f"{text} {other.text}"
    return PlacedStatement(text, later.path)


def _followed(
    line: CurrentStatement,
    near: Mapping[CurrentStatement, PlacedStatement],
    statements: Sequence[PlacedStatement],
    superseded: Sequence[SupersededStatement],
) -> PlacedStatement | None:
    """What is said now of that to which the line points, or of what points to the line; None where that is nothing."""
    for other, later in near.items():
        if marks.leads_to(line.line, other.text) or marks.leads_to(other.line, line.text):
            return later
    ended = (gone for gone in superseded if gone.statement and marks.leads_to(line.line, gone.statement))
    return next((later for gone in ended for later in statements if later.text in gone.now), None)
