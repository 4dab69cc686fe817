"""One truth and a copy: Postgres holds what is remembered, the cache what was read or written last."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID
from zlib import crc32

from knowledge.errors import KnowledgeError
from knowledge.memory.models import MemoryDocument, NewEntry, SavedEntry
from knowledge.ports.cache import Cache
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder
from knowledge.text.near_duplicates import distinctions, gist

# Entries about the same subject are as far from each other as this many near-duplicates: with MiniLM (0.92) that is a
# cosine of 0.8, which 7 of 12 changed preferences reach and none of 14 pairs of different ones (at most 0.73).
SAME_SUBJECT = 2.5


class Served(Protocol):
    """Something that was handed to a run."""

    @property
    def id(self) -> UUID: ...
    @property
    def similarity(self) -> float: ...


@dataclass(frozen=True)
class MemoryStore:
    """The memories of a tenant's users. Without a cache, or with one that fails, Postgres answers alone."""

    tenant_id: UUID
    database: Database
    cache: Cache | None = None
    prefix: str = "knowledge-loop"

    def text(self, user_id: str, version: int | None) -> str:
        """The memory as JSON, which Postgres has at `version` (None: it has none), as whoever authenticated knows.

        A copy of another version, under another key, or that is not whole is none. So a cache that missed a write, or
        lost one, costs a look into Postgres and nothing else. A copy is given as it was written, and not even parsed.
        """
        if version is None:
            return MemoryDocument(user_id=user_id).model_dump_json()
        return self._copy(user_id, version) or self.fresh(user_id).model_dump_json()

    def read(self, user_id: str, version: int | None) -> MemoryDocument:
        """As `text`, parsed."""
        return MemoryDocument.model_validate_json(self.text(user_id, version))

    def fresh(self, user_id: str) -> MemoryDocument:
        """The memory as Postgres has it; the cache gets a copy."""
        return self._kept(user_id, self._call("read_memory", user_id))

    def save(
        self, user_id: str, entry: NewEntry, embedder: Embedder, *, supersedes: str | None = None, max_saves: int = 2
    ) -> SavedEntry:
        """The entry as it is kept: new, in the place of another, or as it was there already.

        Raises `Conflict` where its conversation has had its saves, `LimitReached` where the memory is full, `NotFound`
        and `Forbidden` for an entry that is not there, or not an agent's, to supersede.
        """
        [item] = _items([entry], embedder)
        rows = self._call(
            "save_memory",
            user_id,
            item=item,
            threshold=embedder.near_duplicate,
            same_subject=1 - SAME_SUBJECT * (1 - embedder.near_duplicate),
            supersedes=supersedes,
            max_saves=max_saves,
        )
        document = self._kept(user_id, rows)
        [row] = rows
        return SavedEntry(**row["entry"], outcome=row["outcome"], other=row["other"], version=document.version)

    def replace(
        self, user_id: str, entries: Sequence[NewEntry], embedder: Embedder, *, by_user: bool, expected: int | None
    ) -> MemoryDocument:
        """The memory with these entries alone. Raises `PreconditionFailed` where it is not at the expected version, and
        `Forbidden` where an agent leaves out what the user said."""
        items = _items(list(dict.fromkeys(entries)), embedder)
        return self._kept(
            user_id, self._call("replace_memory", user_id, items=items, by_user=by_user, expected=expected)
        )

    def forget(self, user_id: str, entry_id: str, *, by_user: bool) -> MemoryDocument:
        """The memory without the entry. Raises `NotFound`; `Forbidden` where an agent would forget the user's word."""
        return self._kept(user_id, self._call("forget_memory_entry", user_id, id=entry_id, by_user=by_user))

    def clear(self, user_id: str) -> int:
        """Forgets all, with every version and copy; how many entries there were.

        A cache that is down keeps its copy until it is too old. Nobody is given it: its version is no more.
        """
        [row] = self._call("clear_memory", user_id)
        if self.cache:
            self.cache.delete(self.key(user_id))
        return int(row["cleared"])

    def condense(
        self, user_id: str, of_version: int, removed: Sequence[str], added: Sequence[NewEntry], embedder: Embedder
    ) -> MemoryDocument:
        """The memory with `added` in the place of `removed`, and whatever was saved since that version.

        Raises `Conflict` where one of `removed` is gone since.
        """
        items = _items(added, embedder)
        return self._kept(
            user_id,
            self._call("condense_memory", user_id, of_version=of_version, removed=tuple(removed), items=items),
        )

    def restore(self, user_id: str, version: int | None) -> MemoryDocument:
        """The memory as it was at that version, by default the one before this. Raises `NotFound` after 30 days."""
        return self._kept(user_id, self._call("restore_memory", user_id, of_version=version))

    def usage(self, user_id: str) -> dict[str, int]:
        """How often each entry was used, by its id; least used first, then longest ago."""
        return {row["id"]: row["used"] for row in self._call("memory_usage", user_id)}

    def session(self, user_id: str, **asked: Any) -> tuple[MemoryDocument, list[Row], list[Row]]:
        """The memory, and the matches and the issues for what is `asked` in the arguments of session_start, from one
        look into Postgres. Entries that concern the objective count as used."""
        [row] = self._call("session_start", user_id, **asked)
        return self._kept(user_id, [row]), row["matches"], row["issues"]

    def matches(self, **asked: Any) -> list[Row]:
        """What the tenant knows, as match_knowledge has it."""
        return self.database.call("match_knowledge", tenant_id=self.tenant_id, **asked)

    def note_served(self, run_id: str | None, matches: Sequence[Served]) -> None:
        """Notes what was handed to a run, so that it is not learned back."""
        if run_id and matches:
            self.database.call(
                "note_served",
                tenant_id=self.tenant_id,
                run_id=run_id,
                ids=tuple(str(match.id) for match in matches),
                similarities=tuple(match.similarity for match in matches),
            )

    def copy(self, document: MemoryDocument) -> None:
        """Gives the cache a copy of what was just read or written."""
        if self.cache and document.version:
            key, text = self.key(document.user_id), document.model_dump_json().encode()
            self.cache.set(key, _seal(key, document.version, text) + text)

    def _copy(self, user_id: str, version: int) -> str | None:
        key = self.key(user_id)
        seal, end, text = ((self.cache.get(key) if self.cache else None) or b"").partition(b"\n")
        return text.decode() if seal + end == _seal(key, version, text) else None

    def _kept(self, user_id: str, rows: Sequence[Row]) -> MemoryDocument:
        document = document_of(user_id, rows[0]) if rows else MemoryDocument(user_id=user_id)
        self.copy(document)
        return document

    def key(self, user_id: str) -> str:
        """Under which the cache has the user's memory."""
        return f"{self.prefix}:knowledge:{self.tenant_id}:{user_id}"

    def _call(self, function: str, user_id: str, **arguments: Any) -> list[Row]:
        return self.database.call(function, tenant_id=self.tenant_id, user_id=user_id, **arguments)


def _seal(key: str, version: int, text: bytes) -> bytes:
    """The line above a copy: its version, and a sum by which one that is cut off, garbled or misplaced is known."""
    return f"{version} {crc32(text, crc32(key.encode())):08x}\n".encode()


def document_of(user_id: str, row: Row) -> MemoryDocument:
    """The document of a row that has a memory's version, time and entries."""
    return MemoryDocument(
        user_id=user_id, version=row["version"] or 0, last_updated_at=row["updated_at"], entries=row["entries"]
    )


def _items(entries: Sequence[NewEntry], embedder: Embedder) -> list[dict[str, Any]]:
    """As the SQL functions take them. Where the embedder does not answer they are stored without vectors: to lose what
    the user said would be worse than to hear it twice."""
    try:
        vectors: list[dict[str, str]] = [
            {"embedding": str(vector), "model": embedder.model}
            for vector in embedder.embed([entry.content for entry in entries])
        ]
    except KnowledgeError:
        vectors = [{} for _ in entries]
    return [
        {
            "content": entry.content,
            "category": entry.category,
            "source": entry.source,
            "conversation_id": entry.conversation_id,
            "gist": gist(entry.content),
            "distinctions": distinctions(entry.content),
            "used": entry.used,
            **vector,
        }
        for entry, vector in zip(entries, vectors, strict=True)
    ]
