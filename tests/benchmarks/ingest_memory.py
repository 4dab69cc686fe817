"""How the memory of an ingest grows with the file: of the process that serves, and of the child that reads.

    python -m tests.benchmarks.ingest_memory [bytes of a CSV ...]

Each generated CSV goes through the product in a process of its own: into the bucket, by its event, to chunks in
Postgres and files in the tiers. That process holds neither server, nor a model: vectors are by a double.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.benchmarks.stack import Bench, adapter, bucket, server
from tests.support.doubles import Words

SIZES = (2**20, 5 * 2**20, 10 * 2**20)
WARM = 100_000  # bytes of a CSV that goes first, so that imports and pools are not counted


class Forgetful(Words):
    """Vectors by words, without a note of the texts: that would be the memory that is measured."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]


def main(sizes: list[int]) -> None:
    """Prints a Markdown table, in MB."""
    print("| CSV | chunks | seconds | process before | its peak | growth | peak of the child |")
    print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
    with server() as (_, url), bucket() as endpoint:
        for size in sizes:
            command = [sys.executable, "-m", "tests.benchmarks.ingest_memory", "one", str(size), url, endpoint]
            subprocess.run(command, check=True)


def one(size: int, url: str, endpoint: str) -> None:
    """Ingests one CSV in this process, and prints its row."""
    with adapter("postgres", url) as database:
        bench = Bench(endpoint, database, Forgetful())
        bench.ingest("warm.csv", table(WARM))
        key = bench.put(f"{size}.csv", table(size))
        before = resident("VmRSS")
        Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew from here
        began = time.perf_counter()
        with child_peak() as child:
            upload = bench.follow(key)
        took, peak = time.perf_counter() - began, resident("VmHWM")
    row = (f"{size / 2**20:.1f} MB", f"{upload.chunks:,}", f"{took:.0f}", before, peak, peak - before, child())
    print("| " + " | ".join(map(str, row)) + " |", flush=True)


@contextmanager
def child_peak() -> Iterator[Callable[[], int]]:
    """The most memory that a child of this process had meanwhile, in MB, looked at a hundred times a second.

    Not by getrusage: what a child has before it becomes another program, its parent's memory, counts there.
    """
    peak, ended = [0], Event()

    def look() -> None:
        while not ended.wait(0.01):
            peak.extend(peaks())

    watcher = Thread(target=look)
    watcher.start()
    yield lambda: max(peak)
    ended.set()
    watcher.join()


def peaks() -> Iterator[int]:
    """The peak of each child that there is."""
    for thread in Path("/proc/self/task").iterdir():
        for child in (thread / "children").read_text().split():
            try:
                program = Path(f"/proc/{child}/cmdline").read_bytes()
                if b"sandbox" in program and os.getpid() != int(child):
                    yield resident("VmHWM", child)
            except (FileNotFoundError, ProcessLookupError, StopIteration):
                continue


def resident(what: str, process: str = "self") -> int:
    """A process's present (`VmRSS`) or greatest (`VmHWM`) memory, in MB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(what))


def table(size: int) -> bytes:
    """A CSV of at most that many bytes, whose rows differ."""
    rows = [b"id,city,remark,amount\n"]
    room, number = size - len(rows[0]), 0
    while room > 0:
        values = (number, number % 977, number % 365, number * 7)
        row = b"%d,Town %d,delivered on day %d without damage,%d.50\n" % values
        room, number = room - len(row), number + 1
        rows.append(row)
    return b"".join(rows[:-1])


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        one(int(sys.argv[2]), *sys.argv[3:])
    else:
        main([int(size) for size in sys.argv[1:]] or list(SIZES))
