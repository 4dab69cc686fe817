"""Whether the time that a text takes of the processor grows with its length and not with its square.

Measured is the thread of the work alone: in a worker of the tests servers run beside it.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import thread_time

NOTHING = 0.003  # seconds for 4,000 characters, of which a square takes ten times as many
PROBED = (4, 2, 1)  # a quarter of the characters is asked first: a square takes a sixteenth of the time there
ENOUGH = 0.03  # seconds, below which a measurement says nothing
RATIO = 3.2  # for twice the length: a square takes four times as long, a line twice
_LIMIT = 0.5  # seconds for 25,000 characters or fewer: what takes more is no line, and would take for ever if a power
# Of which the shortest times count: what else the machine does makes a time longer, never shorter. The rounds outlast
# its busy second, in which the first times may be short and all others long; what is a line ends them at once.
_ROUNDS = 60
_TRIES = 3  # at what took too long: a virtual machine that is stopped for a second counts that as time of its own


def is_linear(work: Callable[[str], object], unit: str, length: int = 4_000) -> bool:
    """Whether the work on `length` characters of `unit` takes next to nothing, or grows as it should from 1× to 4×.

    What takes more than nothing is measured at four times the length: on a fast machine a square of 4,000 is short.
    No text is waited for longer than `_LIMIT`.
    """
    for _ in range(_TRIES):
        with suppress(_Endless):
            return _is_linear(work, unit, length)
    return False


class _Endless(BaseException):
    """The work took more than its limit; no `Exception`, so that what is measured does not catch it."""


def _is_linear(work: Callable[[str], object], unit: str, length: int) -> bool:
    for part in PROBED:
        if _seconds(work, unit * (length // part // len(unit))) < NOTHING / part**2:
            return True
    texts = [unit * (size // len(unit)) for size in (length, 2 * length, 4 * length)]
    if _seconds(work, texts[-1]) <= RATIO * ENOUGH / 4:  # then half of it takes no more, and both are too short to tell
        return True
    shortest = [float("inf")] * len(texts)
    for _ in range(_ROUNDS):
        shortest = [min(before, _seconds(work, text)) for before, text in zip(shortest, texts, strict=True)]
        if _grows_as_a_line(*shortest):
            return True
    return False


def _grows_as_a_line(once: float, twice: float, four: float) -> bool:
    return twice <= RATIO * max(once, ENOUGH / 4) and four <= RATIO * max(twice, ENOUGH / 2)


def _seconds(work: Callable[[str], object], text: str) -> float:
    with _limited(_LIMIT * max(1.0, len(text) / 25_000)):
        start = thread_time()
        work(text)
        return thread_time() - start


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Ends what takes more of the processor, in the midst of a match, too: `re` looks for signals."""

    def give_up(*_: object) -> None:
        raise _Endless

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
