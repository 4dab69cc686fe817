"""A copy of a memory is given out whole and of its version, or not at all."""

from knowledge.memory.copies import Copies
from knowledge.memory.models import MemoryDocument


class Kept:
    """A cache that keeps what it is given."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.values.get(key)

    def set(self, key: str, value: bytes) -> None:
        self.values[key] = value

    def delete(self, key: str) -> bool:
        self.values.pop(key, None)
        return True


def document(version: int) -> MemoryDocument:
    return MemoryDocument(user_id="ann", version=version, entries=[])


def test_a_copy_is_good_for_its_version_alone() -> None:
    """As it was written; of another version there is none, and none of a user that has no memory."""
    copies = Copies(Kept(), "t1")
    copies.keep(document(3))
    assert copies.get("ann", 3) == document(3).model_dump_json()
    assert copies.get("ann", 2) is None and copies.get("bob", 3) is None
    copies.keep(document(0))
    assert copies.get("ann", 0) is None


def test_a_damaged_or_misplaced_copy_is_none() -> None:
    """Cut off, changed, or under another user's key."""
    cache = Kept()
    copies = Copies(cache, "t1")
    copies.keep(document(3))
    whole = cache.values["t1:ann"]
    for broken in (whole[:-1], whole.replace(b"ann", b"bob"), b"", b"no seal"):
        cache.values["t1:ann"] = broken
        assert copies.get("ann", 3) is None
    cache.values["t1:bob"] = whole
    assert copies.get("bob", 3) is None


def test_without_a_cache_nothing_is_left() -> None:
    """Neither to give out nor to erase."""
    copies = Copies(None, "t1")
    copies.keep(document(1))
    assert copies.get("ann", 1) is None and copies.erase("ann")
