"""What every embedder does to its texts first."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

SIZE = 32  # texts a pass: more costs memory and gains nothing on two cores

T = TypeVar("T")


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items in runs of at most `SIZE`."""
    for start in range(0, len(items), SIZE):
        yield items[start : start + SIZE]


def clean(text: str) -> str:
    """A lone surrogate cannot be encoded; it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
