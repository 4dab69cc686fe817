"""The bundled model, asked about each text once: its passes are most of what the tests take of the processor."""

import fcntl
import hashlib
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import onnxruntime
from knowledge.ports.embedder import OnnxEmbedder, Passage, Side, Vector, onnx
from knowledge.ports.telemetry import stage

MANY = 100  # texts, which one worker embeds for all
PAGES = 2**16  # of 4 KB, after which what is remembered begins anew: some texts are of one run alone
SCHEMA = "create table if not exists vectors (key blob primary key, vector blob not null) without rowid"
USED = "select page_count - freelist_count from pragma_page_count, pragma_freelist_count"


class VectorFile:
    """Vectors by what they are of, for all workers of this run and of the next ones."""

    def __init__(self, file: Path) -> None:
        self._lock, self._turns = Lock(), file.with_suffix(".lock")
        self._connection = sqlite3.connect(file, timeout=600, isolation_level=None, check_same_thread=False)
        for statement in ("pragma journal_mode = wal", "pragma synchronous = off", SCHEMA):
            self._connection.execute(statement)
        if self._connection.execute(USED).fetchone()[0] > PAGES:
            self._connection.execute("delete from vectors")

    def read(self, keys: Iterable[bytes]) -> dict[bytes, Vector]:
        """Those that are there."""
        ask = "select key, vector from vectors where key = ?"
        with self._lock:
            rows = [row for key in keys for row in self._connection.execute(ask, [key])]
        return {key: array("f", vector).tolist() for key, vector in rows}

    def write(self, vectors: dict[bytes, Vector]) -> None:
        rows = [(key, array("f", vector).tobytes()) for key, vector in vectors.items()]
        with self._lock:
            self._connection.executemany("insert or ignore into vectors values (?, ?)", rows)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One worker at a time: the next one reads what the one before it wrote."""
        with self._turns.open("w") as turns:
            fcntl.flock(turns, fcntl.LOCK_EX)
            yield


class RememberedVectors(OnnxEmbedder):
    """The model that the local stack runs. What it was asked about before, in an earlier test, by another worker or in
    an earlier run of the same model by the same code, it does not compute again."""

    def __init__(self, model: Path, memory: Path) -> None:
        super().__init__(model, threads=1)  # the other cores have workers of their own
        self._file = VectorFile(memory / f"{_version(model)}.sqlite")
        self._vectors: dict[bytes, Vector] = {}

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return self._remembered("", texts, super().embed)

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        return self._remembered(side, passages, partial(super().embed_by, side))

    def embed_question(self, text: str) -> Vector:
        compute = super().embed_question
        return self._remembered("question", [text], lambda texts: list(map(compute, texts)))[0]

    def _remembered(
        self, side: str, passages: Sequence[Any], compute: Callable[[list[Any]], list[Vector]]
    ) -> list[Vector]:
        keys = {passage: hashlib.sha256(repr((side, passage)).encode()).digest() for passage in passages}
        unread = [passage for passage, key in keys.items() if key not in self._vectors]
        with stage("embed"), self._file.turn() if len(unread) > MANY else nullcontext():
            self._vectors |= self._file.read(keys[passage] for passage in unread)
            new = [passage for passage in unread if keys[passage] not in self._vectors]
            computed = dict(zip((keys[passage] for passage in new), compute(new), strict=True))
            self._vectors |= computed
            self._file.write(computed)
        return [list(self._vectors[keys[passage]]) for passage in passages]


def _version(model: Path) -> str:
    """Of all that a vector comes from: the model's files, the code that runs it, and what that code runs on."""
    files = sorted(file for file in model.iterdir() if file.is_file())
    digest = hashlib.sha256(onnxruntime.__version__.encode())
    for file in (*files, Path(onnx.__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
