"""How much of its embedder's speed the whole ingest keeps.

    python -m tests.benchmarks.ingest_throughput MODEL ROUNDS FILE...

In each round the files go through the product as a new tenant's: into the bucket, by their events, to chunks in
Postgres and files in the tiers. Then the very texts that were embedded are embedded alone, in the same batches; in
every second round before it. Both are timed by the clock and in processor time of the product and its children; the
servers of S3 and Postgres are other processes. The median of the rounds' own ratios counts: other work on the machine
slows both halves of a round, and hardly changes what a processor needs.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from knowledge.ports.embedder import OnnxEmbedder

from tests.benchmarks.stack import Bench, adapter, bucket, server


class Noting:
    """An embedder that notes its batches."""

    def __init__(self, embedder: OnnxEmbedder) -> None:
        self._embedder, self.batches = embedder, list[Sequence[str]]()
        self.model, self.max_tokens = embedder.model, embedder.max_tokens
        self.count_tokens, self.near_duplicate = embedder.count_tokens, embedder.near_duplicate

    def embed(self, texts: Sequence[str]) -> Any:
        self.batches.append(texts)
        return self._embedder.embed(texts)


class Cost(NamedTuple):
    """Seconds by the clock and of a processor."""

    wall: float
    cpu: float


def cost(work: Callable[[], None]) -> Cost:
    """What the work takes in this process and its children."""
    began, before = time.perf_counter(), processor()
    work()
    return Cost(time.perf_counter() - began, processor() - before)


def processor() -> float:
    """The processor time of this process and of its children that have ended."""
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + child.ru_utime + child.ru_stime


def rounds(model: Path, count: int, files: list[Path], url: str, endpoint: str) -> None:
    """Prints a row a round, and the medians."""
    real = OnnxEmbedder(model)
    with adapter("postgres", url) as database:
        noting = Noting(real)
        ingest(Bench(endpoint, database, noting), files)  # warms up, and tells the texts and their batches
        batches = noting.batches
        texts = sum(map(len, batches))
        print(f"{len(files)} files, {texts} texts\n")
        print("| round | alone, texts/s | ingest, texts/s | of alone | alone, CPU s | ingest, CPU s | of alone |")
        print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
        ratios = []
        for number in range(count):
            halves = [partial(embed, real, batches), partial(ingest, Bench(endpoint, database, real), files)]
            costs = [cost(half) for half in (halves if number % 2 else halves[::-1])]
            alone, whole = costs if number % 2 else costs[::-1]
            ratios.append((alone.wall / whole.wall, alone.cpu / whole.cpu))
            row = (number + 1, f"{texts / alone.wall:.1f}", f"{texts / whole.wall:.1f}", f"{ratios[-1][0]:.0%}")
            work = (f"{alone.cpu:.1f}", f"{whole.cpu:.1f}", f"{ratios[-1][1]:.0%}")
            print("| " + " | ".join(map(str, (*row, *work))) + " |", flush=True)
    print(f"| median | | | {median(wall for wall, _ in ratios):.0%} | | | {median(cpu for _, cpu in ratios):.0%} |")


def ingest(bench: Bench, files: list[Path]) -> None:
    for file in files:
        bench.ingest(file.name, file.read_bytes())


def embed(embedder: OnnxEmbedder, batches: list[Sequence[str]]) -> None:
    for batch in batches:
        embedder.embed(batch)


def main(arguments: list[str]) -> None:
    """Starts the servers, and the measurement as a process beside them."""
    with server() as (_, url), bucket() as endpoint:
        command = [sys.executable, "-m", "tests.benchmarks.ingest_throughput", "--beside", url, endpoint, *arguments]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--beside"]:
        address, storage, folder, times, *names = sys.argv[2:]
        rounds(Path(folder), int(times), [Path(name) for name in names], address, storage)
    else:
        main(sys.argv[1:])
