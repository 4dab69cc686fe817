"""Rows a second of upsert_knowledge, by the size of the batch and of the tenant: by the clock, and of processor time.

    python -m tests.benchmarks.upsert --model layers/model/build/minilm

New learnings throughout, so that each is compared with every row of the tenant. Embedding is not in the time. The
processor's time is that of all of PostgreSQL's processes, which a loaded machine hardly changes; a batch is some
milliseconds more over the stand-in of PostgREST, which computes in a process of its own. A tenant holds 25,000 at most.
"""

import argparse
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import psycopg
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder

from tests.benchmarks import stack

SINGLE, ROUNDS = 25, 5  # batches of one, and of more
WARMING = 5  # inserts that open the connection and plan


def records(embedder: OnnxEmbedder, start: int, count: int) -> list[dict[str, Any]]:
    """New learnings as `learnings.py` sends them: no two alike, since their numbers differ."""
    texts = [
        f"Job {number} of the pipeline writes its report to bucket {number * 7}."
        for number in range(start, start + count)
    ]
    return [
        {"learning": text, "embedding": str(vector), "distinctions": [str(start + at)], "tags": [], "kind": "fact"}
        for at, (text, vector) in enumerate(zip(texts, embedder.embed(texts), strict=True))
    ]


def rounds(count: int) -> int:
    """How many batches of that size are measured."""
    return SINGLE if count == 1 else ROUNDS


def rates(
    database: Database, server: psutil.Process, tenant_id: Any, model: str, batches: list[list[dict[str, Any]]]
) -> str:
    """The medians over the batches of the rows a second: by the clock / of the server's processor time."""
    clock, processor = [], []
    for batch in batches:
        before, start = computed(server), time.perf_counter()
        rows = database.call("upsert_knowledge", tenant_id=tenant_id, learnings=batch, model=model)
        clock.append(len(batch) / (time.perf_counter() - start))
        after = computed(server)
        processor.append(len(batch) / sum(after[process] - before.get(process, 0) for process in after))
        assert {row["outcome"] for row in rows} == {"inserted"}
    return f"{median(clock):,.0f} / {median(processor):,.0f}"


def computed(server: psutil.Process) -> dict[int, float]:
    """Seconds that each living process of the server has computed: schedstat counts finer than clock ticks."""
    seconds = {}
    for process in [server, *server.children()]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended since
            seconds[process.pid] = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9
    return seconds


def server_of(admin_url: str) -> psutil.Process:
    """PostgreSQL's own process, whose children serve the connections."""
    with psycopg.connect(admin_url) as connection:
        return psutil.Process(connection.info.backend_pid).parent() or psutil.Process(connection.info.backend_pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5000, 24_400])
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--adapters", nargs="+", default=["postgres", "supabase"])
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    made = records(embedder, 1000, WARMING + sum(rounds(count) * count for count in arguments.batches))
    print("| adapter | held before | " + " | ".join(f"batch of {size}" for size in arguments.batches) + " |")
    print("|---|---:|" + "---:|" * len(arguments.batches))
    with stack.server() as (admin_url, app_url):
        server = server_of(admin_url)
        for name in arguments.adapters:
            with stack.adapter(name, app_url) as database, stack.adapter("postgres", app_url) as administering:
                for size in arguments.sizes:
                    tenant_id, _ = stack.new_tenant(administering)
                    stack.fill(admin_url, tenant_id, size, embedder.model)
                    stack.settle(admin_url)
                    left = iter(made)
                    rates(database, server, tenant_id, embedder.model, [[next(left)] for _ in range(WARMING)])
                    cells = [
                        rates(
                            database,
                            server,
                            tenant_id,
                            embedder.model,
                            [[next(left) for _ in range(count)] for _ in range(rounds(count))],
                        )
                        for count in arguments.batches
                    ]
                    print(f"| {name} | {size:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
