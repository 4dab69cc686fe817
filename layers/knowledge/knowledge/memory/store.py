"""Reads and writes users' memories: Postgres is the truth, the cache holds copies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from knowledge.memory.copies import Copies
from knowledge.memory.embedding_timeout import vectors_if_any
from knowledge.memory.models import MemoryDocument, NewEntry, SavedEntry
from knowledge.ports.cache import Cache
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder, Vector
from knowledge.text.gist import gist
from knowledge.text.near_duplicates import distinctions

# Entries about the same subject are as far from each other as this many near-duplicates: with MiniLM (0.92) that is a
# cosine of 0.8, which 7 of 12 changed preferences reach and none of 14 pairs of different ones (at most 0.73).
SAME_SUBJECT = 2.5


@dataclass(frozen=True)
class MemoryStore:
    """The memories of a tenant's users. Without a cache, or with one that fails, Postgres answers alone."""

    tenant_id: UUID
    database: Database
    cache: Cache | None = None
    prefix: str = "knowledge-loop"

    @property
    def copies(self) -> Copies:
        """In the cache, if there is one."""
        return Copies(self.cache, f"{self.prefix}:knowledge:{self.tenant_id}")

    def text(self, user_id: str, version: int | None) -> str:
        """The memory as JSON, which Postgres has at `version` (None: it has none), as whoever authenticated knows.

        A copy of another version, under another key, or that is not whole is none. So a cache that missed a write, or
        lost one, costs a look into Postgres and nothing else.
        """
        if version is None:
            return MemoryDocument(user_id=user_id).model_dump_json()
        return self.copies.get(user_id, version) or self.fresh(user_id).model_dump_json()

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
        rows = self._call("forget_memory_entry", user_id, id=entry_id, by_user=by_user)
        self.copies.erase(user_id)
        return self._kept(user_id, rows)

    def clear(self, user_id: str) -> tuple[int, bool]:
        """Forgets all, with every version and copy; how many entries there were, and whether the copy is surely gone.

        A cache that is down keeps its copy until it is too old. Nobody is given it: its version is no more.
        """
        [row] = self._call("clear_memory", user_id)
        return int(row["cleared"]), self.copies.erase(user_id)

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
        return document_of(user_id, row), row["matches"], row["issues"]

    def matches(self, **asked: Any) -> list[Row]:
        """What the tenant knows, as match_knowledge has it."""
        return self.database.call("match_knowledge", tenant_id=self.tenant_id, **asked)

    def _kept(self, user_id: str, rows: Sequence[Row]) -> MemoryDocument:
        document = document_of(user_id, rows[0]) if rows else MemoryDocument(user_id=user_id)
        if self.cache and document.version:
            self.copies.keep(document)
            self._drop_outdated(user_id, document.version)
        return document

    def _drop_outdated(self, user_id: str, version: int) -> None:
        """Whoever forgot something meanwhile erased the copies before this one was made: so it looks again itself."""
        rows = self._call("read_memory", user_id)
        if not rows or rows[0]["version"] != version:
            self.copies.erase(user_id)

    def _call(self, function: str, user_id: str, **arguments: Any) -> list[Row]:
        return self.database.call(function, tenant_id=self.tenant_id, user_id=user_id, **arguments)


def document_of(user_id: str, row: Row) -> MemoryDocument:
    """The document of a row that has a memory's version, time and entries."""
    return MemoryDocument(
        user_id=user_id, version=row["version"] or 0, last_updated_at=row["updated_at"], entries=row["entries"]
    )


def _items(entries: Sequence[NewEntry], embedder: Embedder) -> list[dict[str, Any]]:
    """As the SQL functions take them. Where the embedder does not answer they are stored without vectors: to lose what
    the user said would be worse than to hear it twice."""
    texts = [entry.content for entry in entries]
    vectors: Sequence[Vector | None] = vectors_if_any(texts, embedder) or [None] * len(texts)
    return [
        {
            "content": entry.content,
            "category": entry.category,
            "source": entry.source,
            "conversation_id": entry.conversation_id,
            "gist": gist(entry.content),
            "distinctions": distinctions(entry.content),
            "used": entry.used,
            **({"embedding": str(vector), "model": embedder.model} if vector else {}),
        }
        for entry, vector in zip(entries, vectors, strict=True)
    ]
