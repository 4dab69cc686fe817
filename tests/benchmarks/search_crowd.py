"""Search and writes in a table of many tenants beside the same in an empty one, in one run.

    python -m tests.benchmarks.search_crowd [--others 500000] [--tenants 10000] [--large 25000]

Two databases of one server: one holds the others, both hold a large tenant and twenty small ones. Each question and
each batch goes to both in turn. CPU is what the server's process computed for it. Takes ten to twenty minutes.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import numpy as np
import psycopg

from kloop.postgres.migrate import apply
from tests.benchmarks import search_speed
from tests.benchmarks.search_beside import ours
from tests.benchmarks.search_speed import computing, fill, new_tenant, records, served, upsert, vectors

SMALL, ROWS = 20, 47  # tenants that are measured, and the rows of each
ROUNDS = 100
WARMING = 10  # of them, not counted
Connection = psycopg.Connection[Any]
Tenants = dict[str, list[UUID]]


def furnish(connection: Connection, large: int) -> Tenants:
    """The tenants that are measured."""
    tenants = {"small": [new_tenant(connection) for _ in range(SMALL)], "large": [new_tenant(connection)]}
    for tenant in tenants["small"]:
        fill(connection, tenant, ROWS)
    fill(connection, tenants["large"][0], large)
    connection.execute("vacuum analyze")
    return tenants


def paired(places: list[tuple[Connection, Tenants]], act: Callable[[Connection, UUID, int], object], who: str) -> Any:
    """Milliseconds and of them computing, for each of the databases, a round a column."""
    took: list[list[tuple[float, float]]] = [[] for _ in places]
    for number in range(ROUNDS):
        for times, (connection, tenants) in zip(took, places, strict=True):
            tenant = tenants[who][number % len(tenants[who])]
            start, computed = time.perf_counter(), computing(connection)
            act(connection, tenant, number)
            times.append(((time.perf_counter() - start) * 1000, computing(connection) - computed))
    return [np.array(times[WARMING:]).T for times in took]


def compare(empty: tuple[Connection, Tenants], crowded: tuple[Connection, Tenants]) -> None:
    """Prints the table: a question, a learning, a batch of twenty."""
    asked = search_speed.questions()
    acts: dict[str, Callable[[Connection, UUID, int], object]] = {
        "a question": lambda connection, tenant, number: ours(connection, tenant, asked[number % len(asked)]),
        "one learning": lambda connection, tenant, _: upsert(connection, tenant, records(vectors(1))),
        "twenty learnings": lambda connection, tenant, _: upsert(connection, tenant, records(vectors(20))),
    }
    print(
        "| tenant | | table | fastest, ms | p50 | p95 | CPU, fastest | CPU, p50 | CPU, p95 |\n|---|---|---|"
        + "---:|" * 6
    )
    for who in ("small", "large"):
        for name, act in acts.items():
            for table, took in zip(("empty", "crowded"), paired([empty, crowded], act, who), strict=True):
                cells = [f"{of:.1f}" for times in took for of in (min(times), *np.quantile(times, [0.5, 0.95]))]
                print(f"| {who} | {name} | {table} | {' | '.join(cells)} |", flush=True)


def databases(url: str) -> Iterator[str]:
    """The URLs of two new databases of the server, with the schema."""
    for name in ("empty", "crowded"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"create database {name}")
        parts = urlsplit(url)
        apply(parts._replace(path=f"/{name}").geturl())
        yield parts._replace(path=f"/{name}").geturl()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--others", type=int, default=500_000, help="rows of other tenants")
    parser.add_argument("--tenants", type=int, default=10_000, help="how many these are")
    parser.add_argument("--large", type=int, default=25_000, help="rows of the large tenant")
    arguments = parser.parse_args()
    with served(None) as server:
        first, second = databases(server)
        with psycopg.connect(first, autocommit=True) as empty, psycopg.connect(second, autocommit=True) as crowded:
            search_speed.copy_tenants(crowded, arguments.tenants, arguments.others)
            compare(*((place, furnish(place, arguments.large)) for place in (empty, crowded)))


if __name__ == "__main__":
    main()
