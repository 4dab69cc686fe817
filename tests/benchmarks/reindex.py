"""How fast documents are indexed, and what a reindex costs when nothing changed.

python -m tests.benchmarks.reindex MODEL DOCUMENTS [copies of the documents]
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import md5
from pathlib import Path
from uuid import uuid4

import psycopg
from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.ports.database import PostgresDatabase
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.object_store import ObjectSummary, StoredObject
from knowledge.usecases.reindex.tenant import Indexer

from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres


class Folder:
    """The files of a tenant in memory, so that storage costs nothing here; counts what is asked of it."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files, self.asked = files, Counter[str]()

    def get(self, key: str) -> StoredObject:
        self.asked["get"] += 1
        if key not in self.files:
            raise NotFound
        return StoredObject(key, self.files[key], _etag(self.files[key]), None, "text/markdown")

    def list(self, prefix: str) -> Iterator[ObjectSummary]:
        self.asked["list"] += 1
        for key in sorted(self.files):
            if key.startswith(prefix):
                yield ObjectSummary(key, _etag(self.files[key]), len(self.files[key]), datetime.now(UTC))


def main(model: Path, documents: Path, copies: int) -> None:
    """Prints a Markdown table."""
    tenant, embedder = uuid4(), OnnxEmbedder(model)
    texts = [file.read_bytes() for file in sorted(documents.rglob("*.md"))]
    # A line of its own at the end: a copy shares all but its last chunk.
    files = {
        paths.key(str(tenant), f"3-descriptions/docs/copy-{copy}/file-{number}.md"): text + b"\n\nCopy %d.\n" % copy
        for copy in range(copies)
        for number, text in enumerate(texts)
    }
    folder = Folder(files)
    with tempfile.TemporaryDirectory() as place, Postgres(Path(place) / "postgres") as server:
        apply(server.url(SUPERUSER))
        with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
            connection.execute("select * from knowledge.create_tenant(%s, 'bench', 'team')", [tenant])
        database = PostgresDatabase(server.url(SUPERUSER), 2)
        indexer = Indexer(tenant, folder, database, [embedder])  # type: ignore[arg-type]  # reads only
        print("| run | files | seconds | chunks embedded | chunks reused | embedded/s | bodies read |")
        print("|---|---|---|---|---|---|---|")
        measure("first", indexer, folder)
        measure("nothing changed", indexer, folder)
        key = next(iter(files))
        files[key] = files[key].replace(b"\n## ", b"\n## New section\n\nIt has a sentence of its own.\n\n## ", 1)
        measure("one section added to one file", indexer, folder)
        database.close()


def measure(name: str, indexer: Indexer, folder: Folder) -> None:
    folder.asked.clear()
    start = time.perf_counter()
    report = indexer.reindex()
    seconds = time.perf_counter() - start
    print(
        f"| {name} | {len(folder.files)} | {seconds:.2f} | {report.chunks_embedded} | {report.chunks_reused} |"
        f" {report.chunks_embedded / seconds:.0f} | {folder.asked['get']} |",
        flush=True,
    )


def _etag(body: bytes) -> str:
    return f'"{md5(body, usedforsecurity=False).hexdigest()}"'


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
