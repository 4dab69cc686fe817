"""Where files and their index differ, found by reading two ordered lists side by side."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

PathState = tuple[str, T]  # a path, and what tells one state of its file from another


def drift(files: Iterable[PathState[T]], indexes: Sequence[Iterable[PathState[T]]]) -> Iterator[tuple[str, bool]]:
    """Every path of the files or of any index, in order, with whether some index differs from the files there.

    All are ordered by path. Nothing but the head of each is held in memory.
    """
    heads = [_Head(index) for index in indexes]
    for path, state in files:
        yield from ((gone, True) for gone in _removed_before(heads, path))
        states = [head.take(path) for head in heads]
        yield path, any(indexed != state for indexed in states)
    yield from ((gone, True) for gone in _removed_before(heads, None))


def _removed_before(heads: Sequence["_Head[T]"], path: str | None) -> list[str]:
    """The paths before this one that an index has and the files have not."""
    return sorted({older for head in heads for older in head.before(path)})


class _Head(Generic[T]):
    """The first of the entries that are not read yet."""

    def __init__(self, entries: Iterable[PathState[T]]) -> None:
        self._entries = iter(entries)
        self._next = next(self._entries, None)

    def before(self, path: str | None) -> Iterator[str]:
        """Reads over the paths before this one; None comes after all."""
        while self._next and (path is None or self._next[0] < path):
            yield self._next[0]
            self._next = next(self._entries, None)

    def take(self, path: str) -> T | None:
        """Reads this path's state; None where the next path is another."""
        if not self._next or self._next[0] != path:
            return None
        state = self._next[1]
        self._next = next(self._entries, None)
        return state
