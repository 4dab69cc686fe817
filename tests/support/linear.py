"""Whether the processor's time grows with the length of a text and not with its square."""

from collections.abc import Callable
from time import process_time

ENOUGH = 0.03  # seconds, below which a measurement says nothing, and nothing is slow
RATIO = 3.2  # for twice the length: a square takes four times as long, a line twice
_ROUNDS = 3


def is_linear(work: Callable[[str], object], unit: str, length: int = 4_000) -> bool:
    """Whether the work on `length` characters made of `unit` takes next to nothing, or grows as it should from 1× to 4×."""
    texts = [unit * (size // len(unit)) for size in (length // 4, length // 2, length)]
    if _seconds(work, texts[2]) < ENOUGH:
        return True
    once, twice, four = (min(_seconds(work, text) for _ in range(_ROUNDS)) for text in texts)
    return twice <= RATIO * max(once, ENOUGH / 4) and four <= RATIO * max(twice, ENOUGH / 2)


def _seconds(work: Callable[[str], object], text: str) -> float:
    start = process_time()
    work(text)
    return process_time() - start
