"""Exact scan against HNSW by a tenant's number of chunks: time and recall, which say where to change over.

    python -m tests.benchmarks.chunk_search MODEL DOCUMENTS [chunks …]

Vectors are the real chunks of DOCUMENTS (a folder of Markdown) with noise added until there are enough; a tenth of the
rows, and at least 1,000, are other tenants'. Questions are sentences of the documents.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import psycopg
from knowledge.chunks.markdown_splitter import chunk
from knowledge.ports.embedder import OnnxEmbedder

from kloop.postgres.migrate import apply
from kloop.postgres.server import SUPERUSER, Postgres

QUESTIONS = 50
COUNT = 10
BEAMS = (200, 400, 600, 800)  # hnsw.ef_search
NOISE = 0.5  # of a vector's length: two noisy copies of a chunk have a cosine of 0.8, as neighbours in a real base have


def main(model: Path, documents: Path, sizes: list[int]) -> None:
    """Prints a Markdown table."""
    base, questions = vectors_of(OnnxEmbedder(model), documents)
    print(f"{len(base)} real chunks, {len(questions)} questions\n")
    beams = " | ".join(f"HNSW, ef_search {beam}: time, recall@{COUNT}" for beam in BEAMS)
    print(f"| chunks | rows/s inserted | exact, ms | {beams} |")
    print(f"|{'---|' * (3 + len(BEAMS))}")
    with tempfile.TemporaryDirectory() as folder, Postgres(Path(folder) / "postgres") as server:
        apply(server.url(SUPERUSER))
        with psycopg.connect(server.url(SUPERUSER), autocommit=True) as connection:
            tenant = new_tenant(connection)
            fill(connection, new_tenant(connection), noisy(base, max(1000, sizes[-1] // 10), 7))
            have = 0
            for size in sizes:
                start = time.perf_counter()
                fill(connection, tenant, noisy(base, size - have, size))
                speed, have = (size - have) / (time.perf_counter() - start), size
                connection.execute("vacuum analyze knowledge.knowledge_embeddings")
                report(connection, tenant, questions, size, speed)


def vectors_of(embedder: OnnxEmbedder, documents: Path) -> tuple[Any, Any]:
    """The vectors of the documents' chunks, and of some of their sentences."""
    files = [file.read_text(errors="replace") for file in sorted(documents.rglob("*.md"))]
    texts = [
        each.text
        for content in files
        for each in chunk("2-summaries/a/b.md", content, embedder.count_tokens, embedder.max_tokens - 2)
    ]
    sentences = [line for text in texts for line in text.split("\n") if 40 < len(line) < 200 and line[0].isalpha()]
    asked = sentences[:: max(1, len(sentences) // QUESTIONS)][:QUESTIONS]
    return np.asarray(embedder.embed(texts)), np.asarray(embedder.embed(asked))


def noisy(base: Any, count: int, seed: int) -> Any:
    """`count` unit vectors: the base's, each again and again with noise."""
    random = np.random.default_rng(seed)
    noise = random.normal(size=(count, base.shape[1]))
    noise *= NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
    made = base[random.integers(len(base), size=count)] + noise
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def new_tenant(connection: psycopg.Connection[Any]) -> UUID:
    tenant = uuid4()
    connection.execute("select * from knowledge.create_tenant(%s, %s, 'team')", [tenant, str(tenant)])
    return tenant


def fill(connection: psycopg.Connection[Any], tenant: UUID, vectors: Any) -> None:
    """Adds a file with these chunks, with a text of the usual length each."""
    path = f"3-descriptions/user/a/{uuid4()}.md"
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            "insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)"
            " values (%s, 'm', %s, 'e', 'markdown', %s)",
            [tenant, path, len(vectors)],
        )
        with cursor.copy(
            "copy knowledge.knowledge_embeddings (tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash,"
            " scope, source_type, embedding) from stdin"
        ) as copy:
            for number, vector in enumerate(vectors):
                text = f"{uuid4()} " * 50
                copy.write_row(
                    [tenant, "m", path, number, uuid4(), text, text[:36], "user", "markdown", written(vector)]
                )


def report(connection: psycopg.Connection[Any], tenant: UUID, questions: Any, size: int, speed: float) -> None:
    read_all_up_to(connection, size)
    exact = timed(asker(connection, tenant), questions)
    read_all_up_to(connection, 0)
    cells = [f"{size:,}", f"{speed:.0f}", f"{median(exact):.1f}"]
    for beam in BEAMS:
        connection.execute(f"alter function knowledge._nearest_chunks set hnsw.ef_search = {beam}")
        index = timed(asker(connection, tenant), questions)
        shared = [len(found & true) / COUNT for (found, _), (true, _) in zip(index, exact, strict=True)]
        cells.append(f"{median(index):.1f} ms, {statistics.mean(shared):.3f}")
    print(f"| {' | '.join(cells)} |", flush=True)


def read_all_up_to(connection: psycopg.Connection[Any], chunks: int) -> None:
    """Chooses the path: up to so many chunks the exact one, above the index."""
    connection.execute(
        "create or replace function knowledge._exact_scan_limit() returns integer language sql immutable"
        f" as $$ select {chunks} $$"
    )


def asker(connection: psycopg.Connection[Any], tenant: UUID) -> Callable[[Any], set[Any]]:
    """Asks as the functions do: as the owner, under row-level security."""

    def ask(question: Any) -> set[Any]:
        with connection.transaction():
            connection.execute("set local role knowledge_owner; set local search_path = knowledge, extensions")
            connection.execute("select _act_as(%s)", [tenant])
            found = connection.execute(
                f"select id from _nearest_chunks(%s, %s::vector, 'm', {COUNT})", [tenant, written(question)]
            )
            return {row[0] for row in found}

    return ask


def timed(ask: Callable[[Any], set[Any]], questions: Any) -> list[tuple[set[Any], float]]:
    return list(_timed(ask, questions))


def _timed(ask: Callable[[Any], set[Any]], questions: Any) -> Iterator[tuple[set[Any], float]]:
    for question in questions[:5]:
        ask(question)
    for question in questions:
        start = time.perf_counter()
        found = ask(question)
        yield found, (time.perf_counter() - start) * 1000


def median(answers: list[tuple[set[Any], float]]) -> float:
    return statistics.median(took for _, took in answers)


def written(vector: Any) -> str:
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [int(size) for size in sys.argv[3:]] or [1_000, 10_000, 100_000])
