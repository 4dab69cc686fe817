"""How a large tenant's work is planned and carried out: time, memory, messages; a change of the model that is killed.

    python -m tests.benchmarks.fan_out [files [chunks a file]]

Storage, queue and embedder are in memory and cost next to nothing, Postgres is real: what is measured is our own part.
"""

import json
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
from knowledge.chunks.markdown_splitter import chunk
from knowledge.files import paths
from knowledge.ports.database import PostgresDatabase
from knowledge.usecases.reindex.models import JOB, Reindex
from knowledge.usecases.reindex.tenant import Indexer

from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres
from tests.benchmarks.reindex import Folder
from tests.support.doubles import Killed, Watched, Words

MILLION = 100_000  # files of ten chunks each
OLD, NEW = Words("old"), Words("new")


class Waiting:
    """A queue that keeps its messages as text, and notes how many and how large they were at most."""

    def __init__(self) -> None:
        self.messages: deque[str] = deque()
        self.sent = self.deepest = self.largest = 0

    def send(self, jobs: Iterable[dict[str, Any]]) -> int:
        new = [json.dumps(job) for job in jobs]
        self.messages += new
        self.sent += len(new)
        self.deepest = max(self.deepest, len(self.messages))
        self.largest = max(self.largest, *(len(part.encode()) for part in new))
        return len(new)

    def receive(self) -> Iterator[Any]:
        """The jobs, one by one, until none is left."""
        while self.messages:
            yield JOB.validate_json(self.messages.popleft())


class Tenant:
    """A tenant with so many files, of so many chunks each, in a server of its own."""

    def __init__(self, url: str, files: int, chunks: int) -> None:
        self.tenant_id, self.url, self.database = uuid4(), url, PostgresDatabase(url, 2)
        self.folder = Folder({self.key(number): document(number, chunks) for number in range(files)})
        self.execute("select * from knowledge.create_tenant(%s, %s, 'team')", [self.tenant_id, str(self.tenant_id)])

    def key(self, number: int) -> str:
        return paths.key(str(self.tenant_id), f"3-descriptions/topic-{number % 97:02}/docs/file-{number:06}.md")

    def execute(self, statement: str, arguments: list[Any]) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute(statement, arguments)

    def indexer(self, queue: Waiting | None, *embedders: Words, database: Any = None) -> Indexer:
        return Indexer(self.tenant_id, self.folder, database or self.database, embedders, queue)  # type: ignore[arg-type]  # reads only

    def index(self, model: str) -> None:
        """Puts rows as indexing would have left them into the index."""
        with psycopg.connect(self.url) as connection:
            connection.execute("update knowledge.tenants set model = %s where tenant_id = %s", [model, self.tenant_id])
            for listed in self.folder.list(f"{self.tenant_id}/"):
                texts = chunk("a.md", self.folder.files[listed.key].decode(), OLD.count_tokens, OLD.max_tokens - 2)
                path, etag = listed.key.partition("/")[2], listed.etag.strip('"')
                put(connection, self.tenant_id, model, path, etag, len(texts))
        self.execute("analyze", [])


def put(connection: psycopg.Connection[Any], tenant: UUID, model: str, path: str, etag: str, chunks: int) -> None:
    connection.execute(
        "insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)"
        " values (%s, %s, %s, %s, 'markdown', %s)",
        [tenant, model, path, etag, chunks],
    )
    connection.execute(
        "insert into knowledge.knowledge_embeddings"
        " (tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash, source_type, embedding)"
        " select %s, %s, %s, n, gen_random_uuid(), repeat('text ', 300), %s || n, 'markdown',"
        " array_fill(0.05::real, array[384])::extensions.vector from generate_series(0, %s - 1) as n",
        [tenant, model, path, path, chunks],
    )


def document(number: int, chunks: int) -> bytes:
    """A file of so many sections of sixty words."""
    words = " ".join(["word"] * 58)
    return "".join(f"## Part {part}\n\n{number} {words} {part}.\n\n" for part in range(chunks)).encode()


def main(files: int, chunks: int) -> None:
    """Prints two Markdown tables."""
    with tempfile.TemporaryDirectory() as place, Postgres(Path(place) / "postgres") as server:
        url = server.url(SUPERUSER)
        apply(url)
        print("| plan | files | seconds | peak memory, MB | messages | largest, bytes | deepest queue |")
        print("|---|---|---|---|---|---|---|")
        planned("nothing indexed, a million chunks", Tenant(url, MILLION, 1), NEW)
        tenant = Tenant(url, files, chunks)
        planned("nothing indexed", tenant, OLD)
        tenant.index("old")
        planned("nothing changed", tenant, OLD)
        planned("a change of the model", tenant, NEW, OLD)
        changed(tenant)


def planned(name: str, tenant: Tenant, *embedders: Words) -> None:
    queue, start = Waiting(), time.perf_counter()
    tenant.indexer(queue, *embedders).reindex()
    seconds = time.perf_counter() - start
    tracemalloc.start()
    tenant.indexer(Nowhere(), *embedders).reindex()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    row = [name, f"{len(tenant.folder.files):,}", f"{seconds:.1f}", f"{peak / 2**20:.1f}"]
    print(f"| {' | '.join([*row, f'{queue.sent:,}', f'{queue.largest:,}', f'{queue.deepest:,}'])} |", flush=True)


class Nowhere(Waiting):
    """A queue that forgets, so that only the plan's own memory is seen."""

    def send(self, jobs: Iterable[dict[str, Any]]) -> int:
        return sum(1 for _ in jobs)


def changed(tenant: Tenant) -> None:
    """A change of the model: half of the jobs, a worker that dies in one, and another reindex that does the rest."""
    print("\n| change of the model | seconds | messages | median job, s | slowest job, s | files embedded |")
    print("|---|---|---|---|---|---|")
    first = Waiting()
    tenant.indexer(first, NEW, OLD).reindex()
    half = first.sent // 2
    worked("first half of the jobs", tenant, first, half)
    dying = Watched(tenant.database, die=lambda at: "before" if at == 40 else None)
    try:
        tenant.indexer(None, NEW, OLD, database=dying).run(next(first.receive()))
    except Killed:
        print("| *a worker is killed amid a job, all other messages are lost* | | | | | |")
    second = Waiting()
    tenant.indexer(second, NEW, OLD).reindex()
    worked("reindexed: the rest", tenant, second, None)
    [row] = tenant.database.call("embedding_model", tenant_id=tenant.tenant_id)
    print(f"\nSearch answers from: {row['model']}")
    since = "update knowledge.tenants set model_since = now() - interval '2 hours' where tenant_id = %s"
    tenant.execute(since, [tenant.tenant_id])
    calls = timed(lambda: tenant.database.call("drop_other_models", tenant_id=tenant.tenant_id, keep="new"))
    print(f"Dropping the old model: {len(calls)} calls, {sum(calls):.1f} s, the slowest {max(calls):.1f} s")


def worked(name: str, tenant: Tenant, queue: Waiting, most: int | None) -> None:
    took: list[float] = []
    embedded, begun, sent = 0, time.perf_counter(), queue.sent
    for job in queue.receive():
        start = time.perf_counter()
        indexer = tenant.indexer(queue, NEW, OLD)
        report = indexer.reindex() if isinstance(job, Reindex) else indexer.run(job)
        took.append(time.perf_counter() - start)
        embedded += report.indexed
        if len(took) == most:
            break
    row = [
        name,
        f"{time.perf_counter() - begun:.1f}",
        f"{sent:,}",
        f"{statistics.median(took):.2f}",
        f"{max(took):.2f}",
    ]
    print(f"| {' | '.join(row)} | {embedded:,} |", flush=True)


def timed(call: Callable[[], list[dict[str, Any]]]) -> list[float]:
    """How long each call took, until nothing remains."""
    took, remaining = [], 1
    while remaining:
        start = time.perf_counter()
        remaining = call()[0]["remaining"]
        took.append(time.perf_counter() - start)
    return took


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:] or (5_000, 20)))
