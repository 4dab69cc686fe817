"""The manifest of an erasure: what was removed, and what a second search still found."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field, PrivateAttr

from knowledge.ports.database import Row

Kind = Literal["learning", "file", "upload", "user", "tenant"]


class Manifest(BaseModel):
    """What went, by kind, and where something of it was found afterwards, by table and in the bucket.

    `complete` where nothing was. `remaining` may name what others say in the same words: a learning of its own, an
    issue, a file that a person wrote. They were not asked to be forgotten.
    """

    kind: Kind
    subject: str
    removed: dict[str, int] = Field(default_factory=dict)
    remaining: dict[str, int] = Field(default_factory=dict)
    _there: dict[str, dict[str, int]] = PrivateAttr(default_factory=dict)

    def count(self, removed: Iterable[Row]) -> None:
        """Adds rows of kind and number."""
        for row in removed:
            self.add(row["kind"], row["removed"])

    def add(self, kind: str, number: int) -> None:
        """Adds so many of a kind."""
        if number:
            self.removed[kind] = self.removed.get(kind, 0) + number

    def expect(self, path: str, rows: Iterable[Row]) -> None:
        """Notes what is there of a file before anything goes: who follows the bucket counts nothing."""
        self._there.setdefault(path, {row["kind"]: row["removed"] for row in rows})

    def prove(self, traces: Iterable[Row]) -> None:
        """Notes what is still found of it; what was there before and is not any more went, whoever removed it."""
        self.remaining = {row["place"]: row["rows"] for row in traces}
        there = sum((Counter(rows) for rows in self._there.values()), Counter[str]())
        self.removed = dict(Counter(self.removed) | there)

    def include(self, other: "Manifest") -> None:
        """Adds what went with something else."""
        for kind, number in other.removed.items():
            self.add(kind, number)

    @property
    def complete(self) -> bool:
        """Whether nothing was found when it was looked for again."""
        return not self.remaining
