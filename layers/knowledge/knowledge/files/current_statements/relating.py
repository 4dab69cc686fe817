"""What later statements make of older lines, by a model that reads both together."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text.keywords import content_words
from knowledge.text.statements.relations import CHANGED, RELATIONS, TEMPERATURE
from knowledge.text.statements.subjects import stem

LIKELY = 0.6  # that a statement changes a line, from which the line points to it (docs/measurements/files.md)
# The share of rare words from which two say it in the same words: there words and values tell more than the model,
# which was taught changes as people say them, in other words.
ALIKE = 0.6


@dataclass(frozen=True)
class PlacedStatement:
    """A statement of an event, the page where it stands with its title, and what its text is about, where that is one
    thing."""

    text: str
    path: str
    about: str = ""
    title: str = ""

    @property
    def whole(self) -> str:
        """The statement with its subject: `Deck ovens: The price is 31,000 EUR.`"""
        return _with_subject(self.text, self.about)


def changed(
    lines: Sequence[CurrentStatement],
    statements: Sequence[PlacedStatement],
    places: Sequence[tuple[int, int]],
    embedder: Embedder,
) -> list[tuple[int, int]]:
    """Of the places of lines and statements those where the statement likely changes the line, a line's likeliest."""
    earlier = [_below_page(line.text, line.origin, line.title) for line in lines]
    later = [_as_read(statements, by) for by in range(len(statements))]
    likely = dict(zip(places, changes([(earlier[at], later[by]) for at, by in places], embedder), strict=True))
    surest = {at: (at, by) for at, by in sorted(places, key=likely.__getitem__)}
    return [pair for pair in surest.values() if likely[pair] >= LIKELY]


def _as_read(statements: Sequence[PlacedStatement], by: int) -> str:
    """The statement with its subject, or below the name of its page; a question with what follows there."""
    own, following = statements[by], statements[by + 1 : by + 2]
    text = own.whole if own.about else _below_page(own.text, own.path, own.title)
    answers = [other.text for other in following if own.text.endswith("?") and other.path == own.path]
    return " ".join([text, *answers])


def changes(pairs: Sequence[tuple[str, str]], embedder: Embedder) -> list[float]:
    """For each earlier and later statement how likely the later one makes the earlier one a thing of the past."""
    return [likely[CHANGED] for likely in likelihoods(pairs, RELATIONS, embedder.embed_change, TEMPERATURE)]


def _below_page(text: str, path: str, title: str) -> str:
    """The statement with the name of its page, which often tells what it is about; the page of a category's rest does
    not."""
    page = PurePosixPath(path)
    return text if page.stem == page.parent.name else _with_subject(text, title)


def _with_subject(text: str, subject: str) -> str:
    """The statement behind its subject, unless it has a word of that itself."""
    named, own = (set(map(stem, content_words(words))) for words in (subject, text))
    return f"{subject}: {text}" if named and not named & own else text
