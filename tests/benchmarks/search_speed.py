"""match_knowledge and upsert_knowledge by a tenant's size, inside a table of many tenants.

    python -m tests.benchmarks.search_speed [--others 500000] [--tenants 10000] [--sizes 500 5000 25000]

Half of a tenant's rows are learnings, half chunks of files of twenty. Vectors stand around topics, a fifth of them in
clusters of near-identical rows; words are drawn by Zipf's law. Recall is that of the ten best by the exact sum of both
signals, computed by reading all. Times are of the RPC alone, over a socket, with everything in memory; CPU is what the
server's process computed meanwhile (Linux), which other programs on the machine disturb less.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import psycopg

from kloop.postgres.migrate import apply
from kloop.postgres.server import OPTIONS, SUPERUSER, Postgres

Connection = psycopg.Connection[Any]
QUESTIONS = 60
COUNT = 10
TOPICS, VOCABULARY = 400, 30_000
CLUSTERED = 0.2  # of the rows: copies of one another but for a number
NOISE, NEAR = 0.9, 0.05  # of a vector's length, from its topic and within a cluster
COPIED: dict[str, dict[str, str]] = {
    "knowledge": {
        "learning": "m.learning", "learning_hash": "m.learning_hash", "embedding": "m.embedding", "model": "m.model",
        "kw": "m.kw", "terms": "m.terms",
    },
    "indexed_files": {
        name: f"m.{name}" for name in ("model", "file_path", "etag", "source_type", "chunks")
    },
    "knowledge_embeddings": {
        name: f"m.{name}" for name in (
            "model", "file_path", "chunk_index", "id", "chunk_text", "text_hash", "scope", "source_type", "embedding",
            "kw", "terms", "start_char", "end_char",
        )
    },
    "vocabulary": {name: f"m.{name}" for name in ("term", "rows", "learnings", "chunks")},
}  # fmt: skip
random = np.random.default_rng(7)
topics = random.normal(size=(TOPICS, 384))
topics /= np.linalg.norm(topics, axis=1, keepdims=True)
words = np.array([f"w{number}x" for number in range(VOCABULARY)])
share = 1 / np.arange(1, VOCABULARY + 1)
share /= share.sum()


def vectors(count: int) -> Any:
    """Unit vectors around the topics, some of them in clusters."""
    made = around(topics[random.integers(TOPICS, size=count)], NOISE)
    clustered = int(count * CLUSTERED)
    if clustered:
        made[:clustered] = around(made[random.integers(0, max(1, clustered // 50), size=clustered)], NEAR)
    return made


def around(centres: Any, noise: float) -> Any:
    drawn = random.normal(size=centres.shape)
    made = centres + noise * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def text(count: int) -> str:
    return " ".join(random.choice(words, size=count, p=share))


def written(vector: Any) -> str:
    return "[" + ",".join(f"{value:.5f}" for value in vector) + "]"


def records(made: Any) -> list[dict[str, Any]]:
    """Learnings as the learner sends them."""
    return [{"learning": text(18), "embedding": written(v), "distinctions": [str(uuid4())], "tags": []} for v in made]


def new_tenant(connection: Connection) -> UUID:
    tenant = uuid4()
    connection.execute("select * from knowledge.create_tenant(%s, %s, 'team')", [tenant, str(tenant)])
    return tenant


def upsert(connection: Connection, tenant: UUID, batch: list[dict[str, Any]]) -> float:
    """The seconds that it took to keep the batch."""
    start = time.perf_counter()
    rows = connection.execute(
        "select outcome from knowledge.upsert_knowledge(%s, %s, 'm')", [tenant, json.dumps(batch)]
    ).fetchall()
    assert len(rows) == len(batch)
    return time.perf_counter() - start


def fill(connection: Connection, tenant: UUID, count: int) -> None:
    """As many learnings as chunks, together so many rows, with their words."""
    made = vectors(count)
    learned = count // 2
    with connection.transaction():
        connection.execute("select knowledge._act_as(%s)", [tenant])
        with connection.cursor().copy(
            "copy knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model) from stdin"
        ) as copy:
            for vector in made[:learned]:
                copy.write_row([tenant, text(18), str(uuid4()), written(vector), "m"])
        for start in range(learned, count, 20):
            chunks_of_a_file(connection, tenant, made[start : min(count, start + 20)])
    index_words(connection, tenant)


def chunks_of_a_file(connection: Connection, tenant: UUID, made: Any) -> None:
    path = f"3-descriptions/user/a/{uuid4()}.md"
    connection.execute(
        "insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)"
        " values (%s, 'm', %s, 'e', 'markdown', %s)",
        [tenant, path, len(made)],
    )
    with connection.cursor().copy(
        "copy knowledge.knowledge_embeddings (tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash,"
        " scope, source_type, embedding, start_char, end_char) from stdin"
    ) as copy:
        start = 0  # each has its place in the file, as the indexer gives it
        for number, vector in enumerate(made):
            body = text(100)
            place = start, start + len(body)
            copy.write_row(
                [tenant, "m", path, number, uuid4(), body, str(uuid4()), "user", "markdown", written(vector), *place]
            )
            start += len(body)


def index_words(connection: Connection, tenant: UUID) -> None:
    while connection.execute("select remaining from knowledge.index_words(%s)", [tenant]).fetchone()[0]:  # type: ignore[index]
        pass


def copy_tenants(connection: Connection, tenants: int, rows: int) -> None:
    """Other tenants, each with a copy of the same learnings and chunks, made by the server itself."""
    if not tenants:
        return
    model = new_tenant(connection)
    fill(connection, model, rows // tenants)
    connection.execute(
        "insert into knowledge.tenants (tenant_id, name, tier)"
        " select gen_random_uuid(), 'other ' || n, 'free' from generate_series(2, %s) as n",
        [tenants],
    )
    for table, columns in COPIED.items():
        named = ", ".join(columns)
        connection.execute(
            f"insert into knowledge.{table} (tenant_id, {named})"
            f" select t.tenant_id, {', '.join(columns.values())}"
            f" from knowledge.{table} as m, knowledge.tenants as t"
            " where m.tenant_id = %s and t.tenant_id <> m.tenant_id",
            [model],
        )
    connection.execute("vacuum analyze")


def questions() -> list[tuple[str, str]]:
    """Vectors near the rows', and texts of eight words."""
    return [(written(vector), text(8)) for vector in vectors(QUESTIONS)]


def ask(connection: Connection, tenant: UUID, question: tuple[str, str], **options: Any) -> list[Any]:
    given = {"tenant_id": tenant, "query_embedding": question[0], "model": "m", "question": question[1], **options}
    call = ", ".join(f"{name} => %({name})s" for name in given)
    return connection.execute(f"select id, score, path from knowledge.match_knowledge({call})", given).fetchall()


def timed(connection: Connection, tenant: UUID, asked: list[tuple[str, str]], **options: Any) -> Any:
    """Milliseconds a question and of them the server's computing, after some that warm the connection."""
    for question in asked[:10]:
        ask(connection, tenant, question, **options)
    took = []
    for question in asked:
        start, computed = time.perf_counter(), computing(connection)
        ask(connection, tenant, question, **options)
        took.append(((time.perf_counter() - start) * 1000, computing(connection) - computed))
    return np.array(took).T


def computing(connection: Connection) -> float:
    """Milliseconds that the connection's server process has computed since it began."""
    return int(Path(f"/proc/{connection.info.backend_pid}/schedstat").read_text().split()[0]) / 1e6


def recall(connection: Connection, tenant: UUID, asked: list[tuple[str, str]]) -> float:
    """The share of the exact path's ten best that the chosen path finds; as good a score is as good a row."""
    chosen = [ask(connection, tenant, question, match_count=COUNT) for question in asked]
    with reading_all(connection):
        exact = [ask(connection, tenant, question, match_count=COUNT) for question in asked]
    shares = []
    for rows, best in zip(chosen, exact, strict=True):
        least = best[-1][1]
        shares.append(min(1.0, sum(row[1] >= least for row in rows) / len(best)))
    return statistics.mean(shares)


class reading_all:  # reads as the sentence that it is
    """Within it every question reads all of the tenant's rows."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._limit(2_000_000_000)

    def __exit__(self, *_: object) -> None:
        self._limit(1000)

    def _limit(self, rows: int) -> None:
        self._connection.execute(
            "create or replace function knowledge._exact_scan_limit() returns integer language sql immutable"
            f" as $$ select {rows} $$"
        )


def report(connection: Connection, tenant: UUID, size: int) -> None:
    asked = questions()
    took, computed = timed(connection, tenant, asked)
    before = computing(connection)
    single = [upsert(connection, tenant, records(vectors(1))) * 1000 for _ in range(20)]
    single_computed = (computing(connection) - before) / len(single)
    before = computing(connection)
    batches = [100 / upsert(connection, tenant, records(vectors(100))) for _ in range(3)]
    batches_computed = 3 * 100 * 1000 / (computing(connection) - before)
    cells = [
        f"{size:,}", ask(connection, tenant, asked[0])[0][2], f"{min(took):.1f}", f"{np.median(took):.1f}",
        f"{np.quantile(took, 0.95):.1f}", f"{min(computed):.1f}", f"{np.median(computed):.1f}",
        f"{recall(connection, tenant, asked):.4f}", f"{statistics.median(batches):,.0f}", f"{batches_computed:,.0f}",
        f"{statistics.median(single):.1f}", f"{single_computed:.1f}",
    ]  # fmt: skip
    print(f"| {' | '.join(cells)} |", flush=True)


@contextmanager
def served(url: str | None) -> Iterator[str]:
    """A server's URL: the given one, or that of a server of its own."""
    if url:
        yield url
        return
    options = OPTIONS | {"shared_buffers": "2GB", "maintenance_work_mem": "512MB", "max_wal_size": "8GB"}
    with tempfile.TemporaryDirectory() as folder, Postgres(Path(folder) / "postgres", options) as server:
        yield server.url(SUPERUSER)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--others", type=int, default=0, help="rows of other tenants")
    parser.add_argument("--tenants", type=int, default=10_000, help="how many these are")
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5_000, 25_000])
    parser.add_argument("--url", help="a superuser's, of an empty database")
    arguments = parser.parse_args()
    with served(arguments.url) as url, psycopg.connect(url, autocommit=True) as connection:
        apply(url)
        copy_tenants(connection, arguments.tenants if arguments.others else 0, arguments.others)
        print(
            "| rows | path | fastest, ms | p50 | p95 | CPU, fastest | CPU, p50 | recall@10 | upsert, rows/s"
            " | rows/s of CPU | one learning, ms | of CPU |"
        )
        print("|---:|---|" + "---:|" * 10)
        for size in arguments.sizes:
            tenant = new_tenant(connection)
            fill(connection, tenant, size)
            connection.execute(
                "vacuum analyze knowledge.knowledge, knowledge.knowledge_embeddings, knowledge.vocabulary"
            )
            report(connection, tenant, size)


if __name__ == "__main__":
    main()
