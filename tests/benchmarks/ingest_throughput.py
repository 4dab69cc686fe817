"""How much slower than its embedder the whole ingest is, what became of each file, and the memory that a CSV takes.

    python -m tests.benchmarks.ingest_throughput MODEL FOLDER...
    python -m tests.benchmarks.ingest_throughput MODEL [bytes of a CSV …]

Each file below FOLDER goes through the product: into the bucket, by its event, to chunks in Postgres and files in the
tiers. Then the very texts that were embedded are embedded alone, in the same batches: that is 100 %.
"""

import logging
import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
from knowledge.database import Database
from knowledge.embedder import OnnxEmbedder
from knowledge.events import ObjectEvent
from knowledge.objects import S3Objects
from knowledge.uploads.arrivals import Arrivals
from knowledge.uploads.register import Register
from moto.server import ThreadedMotoServer

from tests.benchmarks.stack import adapter, server
from tests.doubles import Words

BUCKET = "knowledge"


class Timed:
    """An embedder that notes its batches, and the time that it takes."""

    def __init__(self, embedder: Any) -> None:
        self._embedder, self.batches, self.seconds = embedder, list[Sequence[str]](), 0.0
        self.model, self.max_tokens = embedder.model, embedder.max_tokens
        self.count_tokens, self.near_duplicate = embedder.count_tokens, embedder.near_duplicate

    def embed(self, texts: Sequence[str]) -> Any:
        start = time.perf_counter()
        try:
            return self._embedder.embed(texts)
        finally:
            self.seconds += time.perf_counter() - start
            self.batches.append(texts)


class Bench:
    """A tenant's uploads over an embedder."""

    def __init__(self, client: Any, database: Database, embedder: Any) -> None:
        self.client, self.database, self.tenant_id = client, database, uuid4()
        database.call("create_tenant", tenant_id=self.tenant_id, name=str(self.tenant_id), tier="team")
        self.arrivals = Arrivals(S3Objects(client, BUCKET), database, lambda _: [embedder])

    def ingest(self, name: str, content: bytes) -> Any:
        """The upload that the file became."""
        path = f"assets/bench/{name}"
        key = f"{self.tenant_id}/{path}"
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)
        self.arrivals.take(ObjectEvent(BUCKET, key, "created"))
        return Register(self.tenant_id, self.database).at(path)


def throughput(client: Any, database: Database, model: Path, folders: list[Path]) -> None:
    """Prints the outcome of each file, and both speeds."""
    embedder = Timed(OnnxEmbedder(model))
    bench, outcomes = Bench(client, database, embedder), Counter[str]()
    embedder.embed(["warm"])
    embedder.batches.clear()
    embedder.seconds = 0.0
    print("| file | status | passages | chunks | seconds | reason |\n|---|---|---|---|---|---|")
    start = time.perf_counter()
    for folder in folders:
        for file in sorted(found for found in folder.rglob("*") if found.is_file()):
            began = time.perf_counter()
            upload = bench.ingest(file.name, file.read_bytes())
            outcomes["duplicate" if upload.duplicate_of else upload.status] += 1
            took = f"{time.perf_counter() - began:.2f}"
            row = (file.name, upload.status, upload.documents, upload.chunks, took, upload.reason or "")
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
    whole = time.perf_counter() - start
    batches, inside = list(embedder.batches), embedder.seconds
    start = time.perf_counter()
    for batch in batches:
        embedder.embed(batch)
    alone = time.perf_counter() - start
    texts = sum(map(len, batches))
    print(f"\n{dict(outcomes)}; {texts} texts embedded")
    print(f"embedder alone: {texts / alone:.1f} texts/s ({alone:.1f} s; within the ingest {inside:.1f} s)")
    print(f"ingest: {texts / whole:.1f} texts/s ({whole:.1f} s), {alone / whole:.0%} of the embedder alone")
    print(f"of the ingest's own time, {inside / whole:.0%} is embedding: what counts on a machine with other work")


def memory(client: Any, database: Database, sizes: list[int]) -> None:
    """Prints how the memory of this process grows with a CSV, without a model in it."""
    bench = Bench(client, database, Words())
    bench.ingest("first.csv", table(100_000))
    for size in sizes:
        before, began = peak(), time.perf_counter()
        upload = bench.ingest(f"{size}.csv", table(size))
        took = time.perf_counter() - began
        print(
            f"{size / 2**20:.1f} MB CSV: {upload.status}, {upload.chunks} chunks, {took:.0f} s, peak {peak()} MB",
            end="",
        )
        print(f" (+{peak() - before})", flush=True)


def table(size: int) -> bytes:
    """A CSV of at most that many bytes, whose rows differ."""
    rows = [b"id,city,remark,amount\n"]
    room, number = size - len(rows[0]), 0
    while room > 0:
        row = b"%d,Town %d,delivered on day %d without damage,%d.50\n" % (
            number,
            number % 977,
            number % 365,
            number * 7,
        )
        room, number = room - len(row), number + 1
        rows.append(row)
    return b"".join(rows[:-1])


def peak() -> int:
    """The most memory that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(model: Path, parts: list[str]) -> None:
    """Prints tables."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    storage = ThreadedMotoServer(port=0, verbose=False)
    storage.start()
    host, port = storage.get_host_and_port()
    names = {"aws_access_key_id": "local", "aws_secret_access_key": "local", "region_name": "us-east-1"}
    client: Any = boto3.client("s3", endpoint_url=f"http://{host}:{port}", **names)
    client.create_bucket(Bucket=BUCKET)
    client.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
    with server() as (_, url), adapter("postgres", url) as database:
        if all(part.isdigit() for part in parts):
            memory(client, database, [int(part) for part in parts] or [2**20, 5 * 2**20, 10 * 2**20])
        else:
            throughput(client, database, model, [Path(part) for part in parts])
    storage.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
