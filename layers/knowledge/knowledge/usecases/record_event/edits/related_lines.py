"""Which lines a model is shown beside an event's statements: those that these may end, and those that lean on such."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, zip_longest

from knowledge.files.current_statements import CurrentStatement, Sentence
from knowledge.ports.embedder import Embedder, cosine
from knowledge.usecases.record_event.topics.shared_names import SharedNames

LEANT_ON, ALIKE = 2, 0.4  # lines near a statement that others may lean on, and the cosine from which on

Line = CurrentStatement | Sentence


def related(
    lines: Sequence[Line],
    statements: Sequence[str],
    most: int,
    embedder: Embedder,
    *,
    first: int,
    own: Collection[str] = (),
    least: float = -1.0,
) -> list[Line]:
    """So many lines in their own order: the `first` near each statement, then in turn those of its `own` page, those
    that name what it names, and those nearest to any; none that is less near than the `least`.

    What leans on what a statement ends ("Hal, the treasurer, …") is often far from it, and names the same as that does.
    """
    texts = [line.text for line in lines]
    nearness = _nearness(texts, statements, embedder)
    naming = _naming(texts, statements, nearness)
    places = [at for at in range(len(lines)) if max(nearness[at], default=0.0) >= least]
    ranks = [sorted(places, key=lambda at: -nearness[at][n]) for n in range(len(statements))]
    by_meaning = sorted(places, key=lambda at: -max(nearness[at], default=0.0))
    by_names = sorted(places, key=lambda at: -naming[at])
    of_page = [at for at in by_meaning if lines[at].path in own]
    nearest = _in_turn(*(rank[:first] for rank in ranks))
    chosen = set(list(dict.fromkeys(chain(nearest, _in_turn(of_page, by_names, by_meaning))))[:most])
    return [line for at, line in enumerate(lines) if at in chosen]


def leant_on(
    lines: Sequence[Line], statements: Sequence[str], embedder: Embedder, own: Collection[str] = ()
) -> list[str]:
    """What the lines say that each statement may end; the nearest on its `own` page also where it is not near."""
    texts = [line.text for line in lines]
    nearness = _nearness(texts, statements, embedder)
    of_page = [at for at, line in enumerate(lines) if line.path in own]
    beside = (max(of_page, key=lambda at: nearness[at][n]) for n in range(len(statements)) if of_page)
    anywhere = (at for n in range(len(statements)) for at in _ends(nearness, n))
    return list(dict.fromkeys(texts[at] for at in (*anywhere, *beside)))


def _nearness(texts: Sequence[str], statements: Sequence[str], embedder: Embedder) -> list[list[float]]:
    """For each text its cosines with the statements."""
    vectors = embedder.embed(list(statements))
    return [[cosine(vector, own) for vector in vectors] for own in embedder.embed(list(texts))]


def _ends(nearness: Sequence[Sequence[float]], statement: int) -> list[int]:
    """The places of the lines that the statement may end."""
    ranked = sorted(range(len(nearness)), key=lambda at: -nearness[at][statement])[:LEANT_ON]
    return [at for at in ranked if nearness[at][statement] >= ALIKE]


def _naming(texts: Sequence[str], statements: Sequence[str], nearness: Sequence[Sequence[float]]) -> list[float]:
    """How much each text names of what a statement, or a text that this may end, names."""
    shared = SharedNames([*texts, *statements])
    others = [*statements, *(texts[at] for n in range(len(statements)) for at in _ends(nearness, n))]
    return shared.weights(texts, others)


def _in_turn(*ranks: Sequence[int]) -> Iterator[int]:
    """The first of each, then the second of each."""
    yield from (at for places in zip_longest(*ranks) for at in places if at is not None)
