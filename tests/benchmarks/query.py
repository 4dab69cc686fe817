"""Milliseconds of query-knowledge and of /context over HTTP, end to end, by a tenant's size among twenty others.

    python -m tests.benchmarks.query --model layers/model/build/minilm

Each request has another question, and /context the same as a task, in turn; its bucket is empty. The stages are the
function's own `Server-Timing`. CPU is what this process computed: the function with its model, and the client.
"""

import argparse
import re
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import numpy as np
import psycopg
from knowledge import wiring
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import S3Objects

from tests.benchmarks import stack

STAGES = ("authenticate", "embed", "database")
SERVICES = 200
NOISE = 0.5  # of a vector's length: as far as learnings are apart that are about the same service
WARMING = 5  # requests of each kind that open connections


def fill(url: str, tenant_id: UUID, count: int, embedder: OnnxEmbedder) -> None:
    """Gives the tenant that many learnings about the services that are asked about, with their words."""
    statements = [f"Service number {number} listens on port {8000 + number} of its host." for number in range(SERVICES)]
    about = np.array(embedder.embed(statements))
    random = np.random.default_rng(tenant_id.int % 1000)
    with psycopg.connect(url) as connection:
        with connection.cursor().copy(
            "copy knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model) from stdin"
        ) as copy:
            for number in range(count):
                drawn = random.normal(size=about.shape[1])
                vector = about[number % SERVICES] + NOISE * drawn / np.linalg.norm(drawn)
                text = f"{statements[number % SERVICES]} Seen in run{number}."
                copy.write_row(
                    [tenant_id, text, str(number), str((vector / np.linalg.norm(vector)).tolist()), embedder.model]
                )
        while connection.execute("select remaining from knowledge.index_words(%s)", [tenant_id]).fetchone()[0]:  # type: ignore[index]
            pass


def measured(url: str, key: str, requests: int) -> dict[str, dict[str, list[float]]]:
    """By path, milliseconds a request: in all, computing, and by stage."""
    took: dict[str, dict[str, list[float]]] = {path: {} for path in ("/", "/context")}
    with httpx.Client(headers={"Authorization": f"Bearer {key}"}) as client:
        for number in range(requests + WARMING):
            asked = f"Which port does service number {number} listen on?"
            bodies = {"/": {"query": asked}, "/context": {"task_type": "build", "task_description": asked}}
            for path, body in bodies.items():
                for name, spent in one(client, url + path, body).items():
                    took[path].setdefault(name, []).append(spent)
    return {path: {name: spent[WARMING:] for name, spent in stages.items()} for path, stages in took.items()}


def one(client: httpx.Client, url: str, body: dict[str, Any]) -> dict[str, float]:
    start, computed = time.perf_counter(), time.process_time()
    answer = client.post(url, json=body).raise_for_status()
    spent = {"all": (time.perf_counter() - start) * 1000, "CPU": (time.process_time() - computed) * 1000}
    assert answer.json()["formatted"]
    stages = {name: float(ms) for name, ms in re.findall(r"(\w+);dur=([\d.]+)", answer.headers["server-timing"])}
    stages["database"] -= stages["authenticate"]
    return spent | {name: stages[name] for name in STAGES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the folder that layers/model makes")
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5000, 25000])
    parser.add_argument("--others", type=int, default=20, help="tenants of 2,000 learnings beside it")
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--adapters", nargs="+", default=["postgres", "supabase"])
    arguments = parser.parse_args()
    embedder = OnnxEmbedder(arguments.model)
    named = "".join(f" {name}, p50 |" for name in ("CPU", *STAGES))
    print(f"| adapter | learnings | path | fastest, ms | p50 | p95 |{named}")
    print("|---|---:|---|" + "---:|" * (4 + len(STAGES)))
    with stack.server() as (admin_url, app_url), stack.bucket() as endpoint:
        objects = S3Objects(stack.s3(endpoint), stack.BUCKET)
        wiring.objects = lambda: objects  # type: ignore[assignment]
        with stack.adapter("postgres", app_url) as database:
            for _ in range(arguments.others):
                stack.fill(admin_url, stack.new_tenant(database)[0], 2000, embedder.model)
            asked = [(size, *stack.new_tenant(database)) for size in arguments.sizes]
            for size, tenant_id, _ in asked:
                fill(admin_url, tenant_id, size, embedder)
        stack.settle(admin_url)
        for name in arguments.adapters:
            with stack.adapter(name, app_url) as database, stack.function("query_knowledge", database, embedder) as url:
                for size, _, key in asked:
                    for path, took in measured(url, key, arguments.requests).items():
                        p50, p95 = stack.p50_p95(took["all"])
                        cells = [min(took["all"]), p50, p95, *(stack.p50_p95(took[n])[0] for n in ("CPU", *STAGES))]
                        print(
                            f"| {name} | {size:,} | {path} | " + " | ".join(f"{c:.1f}" for c in cells) + " |",
                            flush=True,
                        )


if __name__ == "__main__":
    main()
