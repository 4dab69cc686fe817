"""Brings the search index of one file up to date; only chunks with new text are embedded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from uuid import UUID, uuid4

from pydantic import BaseModel

from knowledge.auth import Redaction
from knowledge.chunks import reader
from knowledge.chunks.reader import ChunkSource, Parse, Passage
from knowledge.errors import Conflict, NotFound
from knowledge.files import paths
from knowledge.files.authority import Rank, author_of, scope_of
from knowledge.files.persons_lines import PersonsLines
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects, StoredObject, unquote_etag
from knowledge.ports.retry import retried
from knowledge.ports.tenant_calls import TenantCalls
from knowledge.privacy.attachments import shareable
from knowledge.text.strings import batched_to_the_last

BATCH = 200  # chunks a call, about two megabytes: all of a file that is in memory, or that a killed run loses
RULES = 4  # one more when files have to be read again because they are redacted, or read, otherwise
ATTEMPTS = 5  # each lost one means that another run indexed the same file meanwhile


class IndexReport(BaseModel):
    """What indexing a file did. `problem` says why nothing of it can be found."""

    path: str
    outcome: Literal["indexed", "unchanged", "removed"]
    embedded: int = 0
    reused: int = 0
    removed: int = 0
    problem: str | None = None


@dataclass(frozen=True)
class FileLabels:
    """What an uploader says of a whole file; it stays with the file until it is said anew."""

    source_type: str | None = None
    tags: tuple[str, ...] = ()


class IndexState(BaseModel):
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
    def given(self) -> FileLabels:
        """What the uploader said."""
        return FileLabels(self.source_type if self.labelled else None, self.tags)


@dataclass(frozen=True)
class FileIndex(TenantCalls):
    """The search index of one tenant's files, under the model of each of the embedders."""

    tenant_id: UUID
    objects: Objects
    database: Database
    embedders: Sequence[Embedder]
    redaction: Redaction = "secrets"

    def follow(
        self,
        path: str,
        *,
        etag: str | None = None,
        given: FileLabels | None = None,
        parse: Parse = reader.parse,
        instead: str | None = None,
        stored: StoredObject | None = None,
    ) -> IndexReport:
        """Makes the index of the file like the file; a file that is gone is forgotten.

        It may be called at any time, twice at once or again after it was killed: what it does follows from the file
        and the index alone. `etag` is the file's, if known: where the index has it, no body is read. With `instead`,
        which takes the `etag`, the file is not read and has no chunks, and that is why. `parse` reads assets.
        `stored` is what the caller just wrote: where the index has nothing of the file, it is not read again.
        """

        def attempt(stored: StoredObject | None = None) -> IndexReport:
            rows = map(IndexState.model_validate, self._call("find_indexed", file_path=path))
            states = {state.model: state for state in rows}
            return _IndexedFile(self, path, states, given, parse, instead, None if states else stored).follow(etag)

        try:
            return attempt(stored)
        except Conflict:  # whoever comes again looks into the bucket
            return retried(attempt, attempts=ATTEMPTS - 1)


@dataclass(frozen=True)
class _IndexedFile:
    """One file and what the index knew of it before the file was read: the index changes only if that still holds."""

    index: FileIndex
    path: str
    states: Mapping[str, IndexState]  # by model
    given: FileLabels | None
    parse: Parse
    instead: str | None
    stored: StoredObject | None  # where the caller wrote it

    def follow(self, etag: str | None) -> IndexReport:
        """Reads the file only where the index has another one."""
        embedders = self.index.embedders
        if etag and all(self._is_indexed(etag, embedder.model) for embedder in embedders):
            problem = next((state.problem for state in self.states.values()), None)
            return IndexReport(path=self.path, outcome="unchanged", problem=problem)
        if etag and self.instead:
            unread = ChunkSource([], "file", problem=self.instead)
            return _sum(self.path, [self._replace(etag, unread, embedder) for embedder in embedders])
        try:
            stored = self.stored or self.index.objects.get(paths.key(str(self.index.tenant_id), self.path))
        except NotFound:
            return self._forget()
        # The first is the model to come: whatever search has under the old one, it then has under the new one too.
        missing = [embedder for embedder in embedders if not self._is_indexed(stored.etag, embedder.model)]
        persons = PersonsLines.over(self.index.tenant_id, self.index.objects, self.index.database)
        rank = persons.ranks(self.path, stored, shareable(self.index.redaction))
        etag, sources = stored.etag, [self._read(stored, embedder, rank) for embedder in missing]
        del stored  # the body of a large asset is read from its spool from here on
        return _sum(self.path, [self._replace(etag, *pair) for pair in zip(sources, missing, strict=True)])

    def _is_indexed(self, etag: str, model: str) -> bool:
        state = self.states.get(model)
        as_asked = state and state.unread == bool(self.instead) and (not state.unread or state.problem == self.instead)
        return bool(
            state
            and as_asked
            and state.whole
            and state.etag == state_of(etag, self.index.redaction)
            and self.given in (None, state.given)
        )

    def _forget(self) -> IndexReport:
        removed = 0
        for state in self.states.values():
            [row] = self._call("forget_file", model=state.model, expected_etag=state.etag)
            removed += row["removed"]
        return IndexReport(path=self.path, outcome="removed" if self.states else "unchanged", removed=removed)

    def _read(self, stored: StoredObject, embedder: Embedder, rank: Callable[[str], Rank]) -> ChunkSource:
        """The passages, each with whose word it is."""
        source = reader.read(self.path, stored, embedder, self._labels().tags, self.parse, self.index.redaction)
        passages = (replace(passage, authority=rank(passage.text)) for passage in source.passages)
        scope = scope_of(self.path, author_of(stored.metadata))
        return replace(source, passages=passages, scope=scope, of_object=stored.version_id)

    def _replace(self, etag: str, source: ChunkSource, embedder: Embedder) -> IndexReport:
        """Stages the chunks part by part; the call with the last part makes all of them the file's at once."""
        given, embedded = self._labels(), 0
        for part, new, is_last in self._parts(source, embedder):
            embedded += new
            if not is_last:
                self._call("stage_chunks", **part)
        [row] = self._call(
            "replace_chunks",
            **part,
            etag=state_of(etag, self.index.redaction),
            labelled=given.source_type is not None,
            tags=given.tags,
            version=source.version,
            problem=source.problem,
            unread=self.instead is not None,
        )
        reused = part["first_index"] + len(part["chunks"]) - embedded
        return IndexReport(
            path=self.path,
            outcome="indexed",
            embedded=embedded,
            reused=reused,
            removed=row["removed"],
            problem=source.problem,
        )

    def _parts(self, source: ChunkSource, embedder: Embedder) -> Iterator[tuple[dict[str, Any], int, bool]]:
        """The chunks as the database takes them, at most `BATCH` at once, how many are new, and if they are the last.

        There is a last part, if an empty one, and only two parts are ever in memory.
        """
        state, first, label = self.states.get(embedder.model), 0, self._labels().source_type
        common = {
            "model": embedder.model,
            "expected_etag": state.etag if state else None,
            "of_object": source.of_object,
            "generation": uuid4(),
            "source_type": label or source.source_type,
            "scope": source.scope.value if source.scope else None,
        }
        for batch, is_last in batched_to_the_last(source.passages, BATCH):
            new, stated = self._embed_new(batch, embedder), {"format": source.source_type if label else None}
            chunks = [chunk.record() | stated | new.get(chunk.text_hash, {}) for chunk in batch]
            yield {**common, "first_index": first, "chunks": chunks}, len(new), is_last
            first += len(batch)

    def _labels(self) -> FileLabels:
        """What the uploader says now, or else has said, whatever the model was."""
        if self.given:
            return self.given
        return next((state.given for state in self.states.values()), FileLabels())

    def _embed_new(self, batch: Sequence[Passage], embedder: Embedder) -> dict[str, dict[str, str]]:
        """The embeddings of the texts that have none yet, by their hash."""
        if not batch:
            return {}
        texts = {chunk.text_hash: chunk.text for chunk in batch}
        rows = self.index.database.call(
            "known_chunks", tenant_id=self.index.tenant_id, model=embedder.model, text_hashes=tuple(texts)
        )
        embedded = {row["text_hash"] for row in rows}
        new = [text_hash for text_hash in texts if text_hash not in embedded]
        vectors = embedder.embed([texts[text_hash] for text_hash in new]) if new else []
        return {text_hash: {"embedding": str(vector)} for text_hash, vector in zip(new, vectors, strict=True)}

    def _call(self, function: str, **arguments: Any) -> list[Row]:
        return self.index.database.call(function, tenant_id=self.index.tenant_id, file_path=self.path, **arguments)


def _sum(path: str, reports: Sequence[IndexReport]) -> IndexReport:
    return IndexReport(
        path=path,
        outcome="indexed" if reports else "unchanged",
        embedded=sum(report.embedded for report in reports),
        reused=sum(report.reused for report in reports),
        removed=sum(report.removed for report in reports),
        problem=next((report.problem for report in reports), None),
    )


def state_of(etag: str, redaction: Redaction) -> str:
    """What the index has as the file's ETag: also by which rules it was read, so that other rules read it again.

    `match_knowledge` takes the ETag out of it again: what stands before the space.
    """
    return f"{unquote_etag(etag)} {redaction}-{RULES}"
