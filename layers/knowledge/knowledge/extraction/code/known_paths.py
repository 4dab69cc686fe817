"""Paths as logs write them: whole, from the project's folder on, or a name alone."""

from collections.abc import Iterable, Iterator

_PARTS = 20  # of a path, the last ones: more are no file of a project, and would take time


class KnownPaths:
    """Files by their paths. Another path is of one of them where either ends as the other does, part by part."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._whole: set[tuple[str, ...]] = set()
        self._ends: set[tuple[str, ...]] = set()
        self.add(paths)

    def add(self, paths: Iterable[str]) -> None:
        """Knows these, too."""
        for parts in map(_parts, paths):
            self._whole.add(parts)
            self._ends.update(_ends(parts))

    def __contains__(self, path: str) -> bool:
        parts = _parts(path)
        return parts in self._ends or not self._whole.isdisjoint(_ends(parts))


def _parts(path: str) -> tuple[str, ...]:
    """The folders and the name, without those that only say from where: `shop`, `a.py` for `../shop/a.py`."""
    return tuple(part for part in path.split("/") if part not in ("", ".", ".."))[-_PARTS:]


def _ends(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (parts[start:] for start in range(len(parts)))
