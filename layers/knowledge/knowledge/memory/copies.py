"""Cached copies of memories, used only if they are intact and have the version that Postgres has."""

from dataclasses import dataclass
from zlib import crc32

from knowledge.memory.models import MemoryDocument
from knowledge.ports.cache import Cache


@dataclass(frozen=True)
class Copies:
    """Those of a tenant, under keys that begin with `prefix`; without a cache there are none."""

    cache: Cache | None
    prefix: str

    def get(self, user_id: str, version: int) -> str | None:
        """The copy of that version, as it was written: it is not even parsed. None where there is none such."""
        key = self._key(user_id)
        seal, end, text = ((self.cache.get(key) if self.cache else None) or b"").partition(b"\n")
        return text.decode() if seal + end == _seal(key, version, text) else None

    def keep(self, document: MemoryDocument) -> None:
        """Copies what was just read or written."""
        if self.cache and document.version:
            key, text = self._key(document.user_id), document.model_dump_json().encode()
            self.cache.set(key, _seal(key, document.version, text) + text)

    def erase(self, user_id: str) -> bool:
        """Whether no copy is left: even a cache that is left alone for a while is asked to drop its own."""
        return self.cache is None or self.cache.delete(self._key(user_id))

    def _key(self, user_id: str) -> str:
        return f"{self.prefix}:{user_id}"


def _seal(key: str, version: int, text: bytes) -> bytes:
    """The line above a copy: its version, and a sum by which one that is cut off, garbled or misplaced is known."""
    return f"{version} {crc32(text, crc32(key.encode())):08x}\n".encode()
