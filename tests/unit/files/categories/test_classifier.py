"""The prototypes of categories are embedded once a process, however many texts come at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

from knowledge.files.categories import classifier

from tests.support.doubles import Words

AT_ONCE = 2


class Meeting(Words):
    """An embedder whose batches wait for another one: who is alone goes on after half a second."""

    def __init__(self) -> None:
        super().__init__("of this test alone")
        self._others = Barrier(AT_ONCE)
        self.batches = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if len(texts) > 1:
            self.batches += 1
            with suppress(BrokenBarrierError):
                self._others.wait(0.5)
        return super().embed(texts)


def test_the_first_texts_of_a_process_share_the_prototypes() -> None:
    """Two at once, neither known: one embeds them in one call, the other waits for it."""
    embedder = Meeting()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        scored = list(threads.map(lambda text: classifier.scores(text, embedder), ["a new price", "a new price"]))
    assert embedder.batches == 1 and scored[0] == scored[1]
