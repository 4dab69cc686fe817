"""Groups of index lines that belong together, each named by the words that its lines share."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.files.splitting import naming
from knowledge.ports.embedder import Embedder

_SIZE = 20  # lines in a theme, on average: half a file is room to grow
_MAX_LOOSE = 40  # categories and lines outside of any: room to grow below 50 lines
_ROUNDS = 12  # k-means settles in fewer on a few hundred lines


@dataclass(frozen=True)
class Theme:
    """Lines of an index, in their order, and what to call them."""

    name: str
    description: str
    lines: list[str]


def themes(lines: Sequence[str], embedder: Embedder) -> list[Theme]:
    """The lines grouped into 2 to 50 themes, in the order of their first lines. Needs two lines or more.

    By the categories that their locations are in, where they are in several, else by meaning.
    """
    shelves = _shelves(lines)
    if len(shelves) <= _MAX_LOOSE and sum(bool(category) for category, _ in shelves) > 1:
        return [Theme(category or _topic(group[0]), described(group), group) for category, group in shelves]
    return _by_meaning(lines, embedder)


def _shelves(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The lines of each category, and each line that leads to none by itself, with ''."""
    shelves: dict[str, list[str]] = {}
    for line in lines:
        shelves.setdefault(_category(line) or f"\n{line}", []).append(line)
    return [
        ("" if key.startswith("\n") else key.replace("-", " ").capitalize(), group) for key, group in shelves.items()
    ]


def _category(line: str) -> str:
    entry = index.entry(line)
    tier, _, path = paths.inner(entry.location).partition("/") if entry else ("", "", "")
    return path.partition("/")[0] if tier in (Tier.SUMMARY, Tier.DESCRIPTION) and "/" in path else ""


def _by_meaning(lines: Sequence[str], embedder: Embedder) -> list[Theme]:
    count = min(index.LIMIT, max(2, math.ceil(len(lines) / _SIZE)))
    labels = _clusters(embedder.embed([_meaning(line) for line in lines]), count)
    groups = [
        [line for line, label in zip(lines, labels, strict=True) if label == one] for one in dict.fromkeys(labels)
    ]
    return [Theme(name, described(group), group) for name, group in zip(_names(groups), groups, strict=True)]


def _clusters(vectors: Sequence[Sequence[float]], count: int) -> list[int]:
    """A label for each unit vector: spherical k-means from the points farthest apart, so always the same.

    Where that puts all into one group, as for equal vectors, runs of equal length in their order.
    """
    import numpy as np

    points = np.asarray(vectors, dtype=np.float64)
    chosen = [int(np.argmax(points @ points.mean(axis=0)))]
    for _ in range(count - 1):
        chosen.append(int(np.argmin((points @ points[chosen].T).max(axis=1))))
    centres, labels = points[chosen], np.zeros(len(points), dtype=np.int64)
    for _ in range(_ROUNDS):
        labels = np.argmax(np.round(points @ centres.T, 9), axis=1)
        sums = np.stack([points[labels == one].sum(axis=0) for one in range(count)])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-12), centres)
    if len(set(labels.tolist())) < 2:
        return [place * count // len(points) for place in range(len(points))]
    return [int(label) for label in labels]


def _names(groups: Sequence[Sequence[str]]) -> list[str]:
    """Each group by the words that tell it from the others; one without such a word as its first topic is called."""
    words = naming.telling_words([[_meaning(line) for line in group] for group in groups])
    return [
        naming.joined_name(own, "\n".join(group)) or _topic(group[0]) for own, group in zip(words, groups, strict=True)
    ]


def described(lines: Sequence[str]) -> str:
    """How many topics there are and the first of them, in at most about 120 characters; what is past comes last."""
    topics = ", ".join(map(_topic, sorted(lines, key=index.tells_past)))
    return f"{len(lines)} topics: {topics if len(topics) <= 100 else topics[:100].rsplit(',', 1)[0] + ', …'}"


def _topic(line: str) -> str:
    entry = index.entry(line)
    return entry.topic if entry and entry.topic else line.strip()[:60]


def _meaning(line: str) -> str:
    entry = index.entry(line)
    return f"{entry.topic}: {entry.description}" if entry else line
