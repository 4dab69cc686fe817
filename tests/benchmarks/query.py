"""Milliseconds of query-knowledge over HTTP, end to end, at several sizes of a tenant among twenty others.

    python tests/benchmarks/query.py --model layers/model/build/minilm

Each request has another question. The stages are the function's own `Server-Timing`.
"""

import argparse
import re
import time
from pathlib import Path

import httpx
import stack
from knowledge.ports.embedder import OnnxEmbedder

STAGES = ("authenticate", "embed", "database")


def measured(url: str, key: str, requests: int) -> dict[str, list[float]]:
    """Milliseconds a request: in all, and by stage. `database` without the part that authenticates."""
    found: dict[str, list[float]] = {name: [] for name in ("all", *STAGES)}
    with httpx.Client(headers={"Authorization": f"Bearer {key}"}) as client:
        for number in range(requests + 5):
            start = time.perf_counter()
            question = {"query": f"Which port does service number {number} listen on?"}
            answer = client.post(url, json=question).raise_for_status()
            spent = (time.perf_counter() - start) * 1000
            assert len(answer.json()["matches"]) == 5
            stages = {
                name: float(ms) for name, ms in re.findall(r"(\w+);dur=([\d.]+)", answer.headers["server-timing"])
            }
            stages["database"] -= stages["authenticate"]
            if number >= 5:  # the first ones open connections
                found["all"].append(spent)
                for name in STAGES:
                    found[name].append(stages[name])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5000, 25000])
    parser.add_argument("--others", type=int, default=20, help="tenants of 2,000 learnings beside it")
    parser.add_argument("--requests", type=int, default=100)
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    print("| adapter | learnings | p50, ms | p95, ms | " + " | ".join(f"{name}, p50" for name in STAGES) + " |")
    print("|---|---:|---:|---:|" + "---:|" * len(STAGES))
    with stack.server() as (admin_url, app_url):
        with stack.adapter("postgres", app_url) as database:
            for _ in range(arguments.others):
                stack.fill(admin_url, stack.new_tenant(database)[0], 2000, embedder.model)
            asked = [(size, *stack.new_tenant(database)) for size in arguments.sizes]
            for size, tenant_id, _ in asked:
                stack.fill(admin_url, tenant_id, size, embedder.model)
        stack.settle(admin_url)
        for name in ("postgres", "supabase"):
            with stack.adapter(name, app_url) as database, stack.function("query_knowledge", database, embedder) as url:
                for size, _, key in asked:
                    found = measured(url, key, arguments.requests)
                    p50, p95 = stack.p50_p95(found["all"])
                    stages = " | ".join(f"{stack.p50_p95(found[stage])[0]:.1f}" for stage in STAGES)
                    print(f"| {name} | {size:,} | {p50:.1f} | {p95:.1f} | {stages} |", flush=True)


if __name__ == "__main__":
    main()
