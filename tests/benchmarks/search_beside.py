"""The whole search of a question beside lancedb's and chromadb's over the same rows, in one run, by a tenant's size.

    python -m tests.benchmarks.search_beside [--sizes 500 5000 25000] [--plot build/search-beside.png]

Ours is `ask_knowledge` as query-knowledge calls it, over a socket: both legs, fusion, supersession, parts, issues.
lancedb answers by vectors and words (hybrid, full-text index) and by vectors alone, chromadb by its HNSW index, without
and with a filter by the tenant; both are in this process and hold this tenant's rows alone. Each question goes to all
in turn. CPU is what the processes computed for it, all threads together.
Needs lancedb, chromadb, and matplotlib for the plot.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import UUID

import numpy as np
import psycopg

from kloop.postgres.migrate import apply
from tests.benchmarks import search_speed

FRONT = {"match_count": 6, "by_part": True, "rule_count": 8, "issue_count": 3, "issue_floor": 0.5}  # as query-knowledge
RESULTS = 20
WARMING = 10  # questions that are not counted
Connection = psycopg.Connection[Any]
Asked = tuple[str, str]
Engine = Callable[[Asked], object]


def ours(connection: Connection, tenant: UUID, asked: Asked) -> list[Any]:
    """The answer of the RPC that query-knowledge calls, with its defaults."""
    given = {"tenant_id": tenant, "query_embedding": asked[0], "model": "m", "question": asked[1], **FRONT}
    call = ", ".join(f"{name} => %({name})s" for name in given)
    return connection.execute(f"select * from knowledge.ask_knowledge({call})", given).fetchall()


def rows_of(connection: Connection, tenant: UUID) -> tuple[list[str], Any]:
    """A tenant's texts and their vectors."""
    rows = connection.execute(
        "select learning, embedding::text from knowledge.knowledge where tenant_id = %(tenant)s"
        " union all"
        " select chunk_text, embedding::text from knowledge.knowledge_embeddings where tenant_id = %(tenant)s",
        {"tenant": tenant},
    ).fetchall()
    return [row[0] for row in rows], np.array([np.fromstring(row[1][1:-1], sep=",") for row in rows], dtype=np.float32)


def engines(connection: Connection, tenant: UUID) -> dict[str, Engine]:
    """By name: ours and the others, which hold this tenant's rows and nothing else."""
    texts, vectors = rows_of(connection, tenant)
    return {"ours": lambda asked: ours(connection, tenant, asked), **lance(texts, vectors), **chroma(vectors)}


def lance(texts: Sequence[str], vectors: Any) -> dict[str, Engine]:
    import lancedb

    pairs = enumerate(zip(texts, vectors, strict=True))
    rows = [{"id": place, "text": text, "vector": vector} for place, (text, vector) in pairs]
    table = lancedb.connect(mkdtemp()).create_table("bench", rows)
    table.create_fts_index("text")

    def hybrid(asked: Asked) -> object:
        return table.search(query_type="hybrid").vector(numbers(asked)).text(asked[1]).limit(RESULTS).to_list()

    def dense(asked: Asked) -> object:
        return table.search(numbers(asked)).limit(RESULTS).to_list()

    return {"lancedb, hybrid": hybrid, "lancedb, vectors": dense}


def chroma(vectors: Any) -> dict[str, Engine]:
    import chromadb

    rows = chromadb.EphemeralClient().create_collection(f"bench-{len(vectors)}", metadata={"hnsw:space": "cosine"})
    for first in range(0, len(vectors), 1000):
        part = vectors[first : first + 1000]
        names = [str(first + place) for place in range(len(part))]
        rows.add(ids=names, embeddings=part, metadatas=[{"tenant": "ours"}] * len(part))

    def every(asked: Asked) -> object:
        return rows.query(query_embeddings=[numbers(asked)], n_results=RESULTS)

    def of_a_tenant(asked: Asked) -> object:
        return rows.query(query_embeddings=[numbers(asked)], n_results=RESULTS, where={"tenant": "ours"})

    return {"chromadb, vectors": every, "chromadb, vectors of one tenant": of_a_tenant}


def numbers(asked: Asked) -> list[float]:
    return [float(number) for number in asked[0][1:-1].split(",")]


def measured(connection: Connection, tenant: UUID) -> dict[str, Any]:
    """By engine, milliseconds and of them computing, a question a column."""
    asked, chosen = search_speed.questions(), engines(connection, tenant)
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in chosen}
    for question in asked:
        for name, ask in chosen.items():
            start, computed = time.perf_counter(), computing(connection)
            ask(question)
            took[name].append(((time.perf_counter() - start) * 1000, computing(connection) - computed))
    return {name: np.array(times[WARMING:]).T for name, times in took.items()}


def computing(connection: Connection) -> float:
    """Milliseconds that this process and the server's have computed."""
    return search_speed.computing(connection) + time.process_time() * 1000


def row(size: int, name: str, took: Any) -> str:
    cells = [f"{of(times):.1f}" for times in took for of in (np.min, np.median)]
    return f"| {size:,} | {name} | {' | '.join(cells)} |"


def plot(points: Mapping[int, Mapping[str, Any]], file: Path) -> None:
    """Draws the medians by size."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.5))
    for axis, column, title in zip(axes, (0, 1), ("by the clock", "processor time"), strict=True):
        for name in next(iter(points.values())):
            axis.plot(list(points), [np.median(took[name][column]) for took in points.values()], marker="o", label=name)
        axis.set(title=f"{title}, p50", xlabel="rows of the tenant", ylabel="ms", xscale="log", yscale="log")
    axes[0].legend()
    figure.tight_layout()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)


def compare(connection: Connection, tenants: Mapping[int, UUID], file: Path | None) -> None:
    """Prints the table of these tenants, and draws it."""
    print("| rows | | fastest, ms | p50 | CPU, fastest | CPU, p50 |\n|---:|---|---:|---:|---:|---:|")
    points = {}
    for size, tenant in tenants.items():
        points[size] = measured(connection, tenant)
        for name, took in points[size].items():
            print(row(size, name, took), flush=True)
    if file:
        plot(points, file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5_000, 25_000])
    parser.add_argument("--plot", type=Path, help="where to draw it")
    parser.add_argument("--url", help="a superuser's, of an empty database")
    arguments = parser.parse_args()
    with search_speed.served(arguments.url) as url, psycopg.connect(url, autocommit=True) as connection:
        apply(url)
        tenants = {}
        for size in arguments.sizes:
            tenants[size] = search_speed.new_tenant(connection)
            search_speed.fill(connection, tenants[size], size)
        connection.execute("vacuum analyze")
        compare(connection, tenants, arguments.plot)


if __name__ == "__main__":
    main()
