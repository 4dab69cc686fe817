"""What of a user's memory is compared with what was learned."""

from datetime import UTC, datetime

from knowledge.memory import MemoryEntry
from knowledge.usecases.user_memory.remembered import remembered


def test_the_users_own_entries_are_the_users_word() -> None:
    """What an agent noted is not among them; the same entry has the same id each time."""
    own, noted = (
        MemoryEntry(id=name, content=name, category="context", source=name, created_at=datetime.now(UTC))
        for name in ("user", "agent")
    )
    [match] = remembered([own, noted])
    assert (match.learning, match.authority, match.part) == ("user", "user", "rule")
    assert [one.id for one in remembered([own])] == [match.id]
