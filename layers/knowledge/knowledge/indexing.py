"""Keeps the index of one file like the file: only chunks whose text is new are embedded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel

from knowledge import passages
from knowledge.database import Database, Row
from knowledge.embedder import Embedder
from knowledge.errors import Conflict, NotFound
from knowledge.objects import Objects, Stored
from knowledge.passages import Parse, Passage, Source
from knowledge.tiers import paths

ASKED = 1000  # hashes a question to the database: it answers no more rows
STAGED = 200  # embeddings a call, about a megabyte; a killed run loses no more than these
ATTEMPTS = 5  # each lost one means that another run indexed the same file meanwhile

T = TypeVar("T")


class Indexed(BaseModel):
    """What indexing a file did. `problem` says why nothing of it can be found."""

    path: str
    outcome: Literal["indexed", "unchanged", "removed"]
    embedded: int = 0
    reused: int = 0
    removed: int = 0
    problem: str | None = None


@dataclass(frozen=True)
class Given:
    """What an uploader says of a whole file; it stays with the file until it is said anew."""

    source_type: str | None = None
    tags: tuple[str, ...] = ()


class Known(BaseModel):
    """What the index has of a file under one model."""

    model: str
    etag: str
    source_type: str
    labelled: bool
    tags: tuple[str, ...]
    whole: bool
    problem: str | None
    unread: bool

    @property
    def given(self) -> Given:
        """What the uploader said."""
        return Given(self.source_type if self.labelled else None, self.tags)


def index_file(
    path: str,
    tenant_id: UUID,
    objects: Objects,
    database: Database,
    embedders: Sequence[Embedder],
    *,
    etag: str | None = None,
    given: Given | None = None,
    parse: Parse = passages.parse,
    instead: str | None = None,
) -> Indexed:
    """Makes the index of the file like the file, for each of the embedders; a file that is gone is forgotten.

    It may be called at any time, twice at once or again after it was killed: what it does follows from the file and
    the index alone. `etag` is the file's, if known: where the index has it, no body is read. With `instead`, which
    takes the `etag`, the file is not read and has no chunks, and that is why. `parse` reads assets.
    """
    import stamina

    for attempt in stamina.retry_context(
        on=Conflict, attempts=ATTEMPTS, timeout=None, wait_initial=0.01, wait_max=0.5, wait_jitter=0.1
    ):
        with attempt:
            file = _File(path, tenant_id, database, given, parse, instead)
            return file.follow(objects, embedders, etag)
    raise Conflict  # stamina raises the last attempt's own


class _File:
    """One file and what the index knew of it before the file was read: the index changes only if that still holds."""

    def __init__(
        self, path: str, tenant_id: UUID, database: Database, given: Given | None, parse: Parse, instead: str | None
    ) -> None:
        self._path, self._tenant_id, self._database, self._given = path, tenant_id, database, given
        self._parse, self._instead = parse, instead
        rows = database.call("find_indexed", tenant_id=tenant_id, file_path=path)
        self._known = {known.model: known for known in map(Known.model_validate, rows)}

    def follow(self, objects: Objects, embedders: Sequence[Embedder], etag: str | None) -> Indexed:
        """Reads the file only where the index has another one."""
        if etag and all(self._is_indexed(etag, embedder.model) for embedder in embedders):
            problem = next((known.problem for known in self._known.values()), None)
            return Indexed(path=self._path, outcome="unchanged", problem=problem)
        if etag and self._instead:
            unread = Source([], "file", problem=self._instead)
            return _sum(self._path, [self._replace(etag, unread, each) for each in embedders])
        try:
            stored = objects.get(paths.key(str(self._tenant_id), self._path))
        except NotFound:
            return self._forget()
        # The first is the model to come: whatever search has under the old one, it then has under the new one too.
        changed = [self._index(stored, each) for each in embedders if not self._is_indexed(stored.etag, each.model)]
        return _sum(self._path, changed)

    def _is_indexed(self, etag: str, model: str) -> bool:
        known = self._known.get(model)
        as_asked = (
            known and known.unread == bool(self._instead) and (not known.unread or known.problem == self._instead)
        )
        return bool(
            known and as_asked and known.whole and known.etag == bare(etag) and self._given in (None, known.given)
        )

    def _forget(self) -> Indexed:
        removed = 0
        for known in self._known.values():
            [row] = self._call("forget_file", model=known.model, expected_etag=known.etag)
            removed += row["removed"]
        return Indexed(path=self._path, outcome="removed" if self._known else "unchanged", removed=removed)

    def _index(self, stored: Stored, embedder: Embedder) -> Indexed:
        source = passages.read(self._path, stored, embedder, self._said().tags, self._parse)
        return self._replace(stored.etag, source, embedder)

    def _replace(self, etag: str, source: Source, embedder: Embedder) -> Indexed:
        known, given, scope = self._known.get(embedder.model), self._said(), paths.scope(self._path)
        new, embeddings = self._embed_new(source.passages, embedder)
        [row] = self._call(
            "replace_chunks",
            model=embedder.model,
            etag=bare(etag),
            expected_etag=known.etag if known else None,
            chunks=[each.record() | embeddings.get(each.text_hash, {}) for each in source.passages],
            source_type=given.source_type or source.source_type,
            labelled=given.source_type is not None,
            scope=scope.value if scope else None,
            tags=given.tags,
            version=source.version,
            problem=source.problem,
            unread=self._instead is not None,
        )
        reused, removed = len(source.passages) - new, row["removed"]
        return Indexed(
            path=self._path, outcome="indexed", embedded=new, reused=reused, removed=removed, problem=source.problem
        )

    def _said(self) -> Given:
        """What the uploader says now, or else has said, whatever the model was."""
        if self._given:
            return self._given
        return next((known.given for known in self._known.values()), Given())

    def _embed_new(self, found: Sequence[Passage], embedder: Embedder) -> tuple[int, dict[str, dict[str, str]]]:
        """How many texts are new, and the embeddings of the last of them by their hash; those before are staged."""
        texts = {each.text_hash: each.text for each in found}
        known = self._embedded(list(texts), embedder.model)
        new = [text_hash for text_hash in texts if text_hash not in known]
        last: dict[str, dict[str, str]] = {}
        for hashes in batches(new, STAGED):
            self._stage(last, embedder.model)
            vectors = embedder.embed([texts[text_hash] for text_hash in hashes])
            last = {text_hash: {"embedding": str(vector)} for text_hash, vector in zip(hashes, vectors, strict=True)}
        return len(new), last

    def _stage(self, embeddings: dict[str, dict[str, str]], model: str) -> None:
        if embeddings:
            records = [{"text_hash": text_hash, **embedding} for text_hash, embedding in embeddings.items()]
            self._database.call("stage_embeddings", tenant_id=self._tenant_id, model=model, embeddings=records)

    def _embedded(self, hashes: Sequence[str], model: str) -> set[str]:
        return {
            row["text_hash"]
            for batch in batches(hashes, ASKED)
            for row in self._database.call(
                "known_chunks", tenant_id=self._tenant_id, model=model, text_hashes=tuple(batch)
            )
        }

    def _call(self, function: str, **arguments: Any) -> list[Row]:
        return self._database.call(function, tenant_id=self._tenant_id, file_path=self._path, **arguments)


def _sum(path: str, done: Sequence[Indexed]) -> Indexed:
    return Indexed(
        path=path,
        outcome="indexed" if done else "unchanged",
        embedded=sum(each.embedded for each in done),
        reused=sum(each.reused for each in done),
        removed=sum(each.removed for each in done),
        problem=next((each.problem for each in done), None),
    )


def bare(etag: str) -> str:
    """The ETag without the quotes that a header has around it and an event has not."""
    return etag.strip('"')


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in runs of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
