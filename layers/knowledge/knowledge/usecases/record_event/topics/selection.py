"""The few topics of an event: which names cover best what is said, and to which of them each statement belongs."""

from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, Vector, cosine
from knowledge.text.statements.removal import is_heading_of_change
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics.candidates import NameCandidate
from knowledge.usecases.record_event.topics.nameable import ALONE, REPEATED, like_nothing, nameable

FADES = (1.0, 0.45, 0.2)  # how much a mention counts for its statement, the one beside it, and the one after that
COST = 0.95  # statements that a topic has to be about, and no other is
LABELLED = 0.6  # the same of one that a label names
MAX_TOPICS, STATEMENTS_A_TOPIC = 12, 3  # topics of an event, and statements of it for each
SWITCH = 0.2  # what it takes to go over to another topic
MEANING = 0.8  # what nearness to what is said of a topic counts beside a mention of it
NONE = 0.5  # how much a statement is about a topic that is nearer than none
BASE = 0.5  # of a name that is far from what is said of it


def topics(statements: Sequence[Statement], candidates: Sequence[NameCandidate], embedder: Embedder) -> list[str]:
    """For each statement the name of its topic; '' for all where nothing names one.

    Neighbours go together: what is said after a topic was named belongs to it until it is about something else.
    """
    vectors = embedder.embed([statement.text for statement in statements])
    names = embedder.embed([candidate.name for candidate in candidates])
    of_change = any(statement.says == "progress" for statement in statements)
    may_be = _nameable(candidates, embedder, of_change=of_change)
    rows = [
        _Row(candidate, name, vectors, statements)
        for candidate, name in zip(candidates, names, strict=True)
        if candidate.name in may_be
    ]
    chosen = _chosen(rows, len(statements))
    return _path(statements, chosen) if chosen else [""] * len(statements)


def _nameable(candidates: Sequence[NameCandidate], embedder: Embedder, *, of_change: bool) -> set[str]:
    """The names that may be one: headings unless of any report, labels of several words only if surely no clause.

    A heading of a change has to name something, since it may tell what became of what stands below: `Removed`.
    """
    labels = [one.name for one in candidates if one.is_label and " " in one.name]
    others = [one.name for one in candidates if one.name not in labels and not is_heading_of_change(one.name)]
    headings = [one.name for one in candidates if one.is_heading and not of_change]
    specific = set(headings) - like_nothing(headings, embedder)
    return specific | nameable(others, embedder, REPEATED) | nameable(labels, embedder, ALONE)


class _Row:
    """How much each statement is about one candidate, by its mentions nearby and by meaning."""

    def __init__(
        self, candidate: NameCandidate, name: Vector, vectors: Sequence[Vector], statements: Sequence[Statement]
    ) -> None:
        self.name, self.is_heading = candidate.name, candidate.is_heading
        self.cost = LABELLED if candidate.is_label else COST
        mentioned = _mean([(share, vectors[at]) for at, share in candidate.mentions.items()])
        nearness = cosine(name, mentioned)
        weight, fades = candidate.weight * (BASE + nearness), FADES[:1] if candidate.is_heading else FADES
        self.near = [
            max(
                weight * share * _fade(abs(at - other), fades if _are_beside(statements, at, other) else FADES[:1])
                for other, share in candidate.mentions.items()
            )
            for at in range(len(vectors))
        ]
        about = _mean(list(zip(self.near, vectors, strict=True)))
        under = {statements[at].under for at in candidate.mentions}
        alone = [statement.under not in under for statement in statements]
        self.own = [
            -1.0 if apart and not near else near + MEANING * cosine(vector, about)
            for apart, near, vector in zip(alone, self.near, vectors, strict=True)
        ]

    def gain(self, best: Sequence[float]) -> float:
        """What it covers that others do not."""
        return sum(max(0.0, new - had) for new, had in zip(self.near, best, strict=True))


def _are_beside(statements: Sequence[Statement], at: int, other: int) -> bool:
    """Whether one may be about what the other names: in one talk or paragraph, below one heading, and no commit."""
    one, two = statements[at], statements[other]
    return one.under == two.under and one.item == two.item and not wording.is_commit(one.text)


def _fade(distance: int, fades: Sequence[float]) -> float:
    return fades[distance] if distance < len(fades) else 0.0


def _chosen(rows: list[_Row], statements: int) -> list[_Row]:
    """The fewest rows that best cover what is said."""
    chosen = [row for row in rows if row.is_heading]
    rows = [row for row in rows if not row.is_heading]
    best = [max((row.near[at] for row in chosen), default=0.0) for at in range(statements)]
    most = len(chosen) + min(MAX_TOPICS, 1 + statements // STATEMENTS_A_TOPIC)
    while rows and len(chosen) < most:
        gain, at = max((row.gain(best) / row.cost, at) for at, row in enumerate(rows))
        if gain < 1:
            break
        row = rows.pop(at)
        chosen.append(row)
        best = list(map(max, best, row.near))
    return chosen


def _path(statements: Sequence[Statement], rows: Sequence[_Row]) -> list[str]:
    """The best way through the statements: to go over to another topic costs something, where they are beside."""
    names, own = [*(row.name for row in rows), ""], [*(row.own for row in rows), [NONE] * len(statements)]
    scores, steps = [0.0] * len(own), list[list[int]]()
    for at in range(len(statements)):
        top = max(range(len(own)), key=scores.__getitem__)
        same = not at or _are_beside(statements, at, at - 1)
        switched = scores[top] - (SWITCH if same else 0.0)
        steps.append([row if score >= switched else top for row, score in enumerate(scores)])
        scores = [max(score, switched) + scored[at] for score, scored in zip(scores, own, strict=True)]
    row = max(range(len(own)), key=scores.__getitem__)
    path = list[str]()
    for step in reversed(steps):
        path.append(names[row])
        row = step[row]
    return path[::-1]


def _mean(weighed: Sequence[tuple[float, Vector]]) -> Vector:
    """The weighed mean of vectors, of length one."""
    total = [
        sum(values)
        for values in zip(*([weight * value for value in vector] for weight, vector in weighed), strict=True)
    ]
    length = sum(value * value for value in total) ** 0.5 or 1.0
    return [value / length for value in total]
