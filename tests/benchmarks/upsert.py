"""Rows a second of upsert_knowledge, by the size of the batch and of the tenant.

    python tests/benchmarks/upsert.py --model layers/model/build/minilm

New learnings throughout, so that each is compared with every row of the tenant. Embedding is not in the time.
"""

import argparse
import time
from pathlib import Path
from statistics import median
from typing import Any

import stack
from knowledge.ports.database import Database
from knowledge.ports.embedder import OnnxEmbedder

ROUNDS = 5


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


def rate(database: Database, tenant_id: Any, model: str, batches: list[list[dict[str, Any]]]) -> float:
    """The median of the rows a second over the batches."""
    found = []
    for batch in batches:
        start = time.perf_counter()
        rows = database.call("upsert_knowledge", tenant_id=tenant_id, learnings=batch, model=model)
        found.append(len(batch) / (time.perf_counter() - start))
        assert {row["outcome"] for row in rows} == {"inserted"}
    return median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 500, 5000, 20000])
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 10, 100])
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    made = records(embedder, 1000, ROUNDS * sum(arguments.batches))
    print("| adapter | held before | " + " | ".join(f"batch of {size}, rows/s" for size in arguments.batches) + " |")
    print("|---|---:|" + "---:|" * len(arguments.batches))
    with stack.server() as (admin_url, app_url):
        for name in ("postgres", "supabase"):
            with stack.adapter(name, app_url) as database:
                for size in arguments.sizes:
                    tenant_id, _ = stack.new_tenant(database)
                    stack.fill(admin_url, tenant_id, size, embedder.model)
                    stack.settle(admin_url)
                    left = iter(made)
                    rates = [
                        rate(
                            database, tenant_id, embedder.model, [[next(left) for _ in range(n)] for _ in range(ROUNDS)]
                        )
                        for n in arguments.batches
                    ]
                    print(f"| {name} | {size:,} | " + " | ".join(f"{each:,.0f}" for each in rates) + " |", flush=True)


if __name__ == "__main__":
    main()
