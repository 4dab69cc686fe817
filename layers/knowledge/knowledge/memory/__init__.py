"""What a user wants remembered from one session to the next: stored in Postgres, with copies in a cache."""

from knowledge.memory.models import Category, MemoryDocument, MemoryEntry, MemoryLimits, NewEntry, SavedEntry, Source
from knowledge.memory.store import MemoryStore

__all__ = [
    "Category",
    "MemoryDocument",
    "MemoryEntry",
    "MemoryLimits",
    "MemoryStore",
    "NewEntry",
    "SavedEntry",
    "Source",
]
