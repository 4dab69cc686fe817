"""Which entries a memory over its limits loses."""

from datetime import UTC, datetime

from knowledge.memory.condensing import condense
from knowledge.memory.models import MemoryDocument, MemoryEntry, MemoryLimits

from tests.support.doubles import Words

AT = datetime(2026, 11, 22, tzinfo=UTC)
LIMITS = MemoryLimits(entries=3, characters=1000)


def document(*entries):
    """Of (id, content, category, source)."""
    names = ("id", "content", "category", "source")
    return MemoryDocument(
        user_id="anna",
        version=1,
        entries=[MemoryEntry(**dict(zip(names, entry, strict=True)), created_at=AT) for entry in entries],
    )


def test_what_another_says_too_is_merged():
    """Of two near-duplicates the fuller stays, with the uses of both; it takes no limit for that."""
    memory = document(
        ("a", "Works in the Berlin plant on all of the large and old machines there", "context", "agent"),
        ("b", "Works in the Berlin plant on all of the large and old machines there today", "context", "agent"),
    )
    result = condense(memory, LIMITS, {"a": 2, "b": 3}, Words(), None)
    assert sorted(result.removed) == ["a", "b"]
    [kept] = result.added
    assert (kept.content, kept.used, result.left_out) == (memory.entries[1].content, 5, [])


def test_what_another_may_deny_is_not_merged():
    """In another language a word that one has besides may be "not"."""
    memory = document(
        (
            "a",
            "lavora nel grande stabilimento di Torino sulle macchine vecchie con gli altri tecnici del turno",
            "context",
            "agent",
        ),
        (
            "b",
            "Non lavora nel grande stabilimento di Torino sulle macchine vecchie con gli altri tecnici del turno",
            "context",
            "agent",
        ),
    )
    assert condense(memory, LIMITS, {"a": 2, "b": 3}, Words(), None).removed == []


def test_the_least_used_goes_first_and_the_users_own_last():
    """Usage is in its order: least used first; what the user said goes when all else has."""
    memory = document(
        ("a", "Likes red", "context", "user"),
        ("b", "Owns a boat", "context", "agent"),
        ("c", "Has three sons", "context", "agent"),
        ("d", "Plays chess", "context", "agent"),
        ("e", "Answer briefly", "rule", "agent"),
    )
    usage = {"a": 0, "c": 0, "b": 1, "d": 5}
    result = condense(memory, LIMITS, usage, Words(), None)
    assert (result.removed, result.left_out) == (["c", "b"], ["Owns a boat", "Has three sons"])
    assert condense(memory, MemoryLimits(entries=1), usage, Words(), None).removed == ["c", "b", "d", "a"]


def test_no_limit_makes_it_lose_a_rule():
    """Rules, feedback and preferences stay whatever the limits are."""
    memory = document(
        ("a", "Answer briefly", "rule", "agent"),
        ("b", "Too loud", "feedback", "agent"),
        ("c", "Likes red", "preference", "agent"),
    )
    assert condense(memory, MemoryLimits(entries=1, characters=1), {}, Words(), None).removed == []
