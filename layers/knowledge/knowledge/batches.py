"""Many things, a number at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of `size`, the last perhaps shorter: `itertools.batched`, which Python has from 3.12 on."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch
