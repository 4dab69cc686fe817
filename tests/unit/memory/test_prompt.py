"""What a system prompt says of a user's memory."""

from typing import Any

import pytest
from knowledge.memory import prompt
from knowledge.memory.models import MemoryEntry


def entry(category: str, content: str, source: str = "user", **given: Any) -> MemoryEntry:
    fields = {"id": "00000000-0000-0000-0000-000000000001", "createdAt": "2026-01-01T00:00:00Z"}
    return MemoryEntry.model_validate({**fields, "category": category, "content": content, "source": source, **given})


def test_rules_come_first_and_a_users_word_before_an_agents() -> None:
    """Context comes last; an agent's note says that it is one."""
    block = prompt.block(
        [entry("context", "a"), entry("rule", "b", "agent"), entry("preference", "c"), entry("rule", "d")]
    )
    assert block.splitlines()[2:-1] == [
        "- [rule] d",
        "- [rule] b (noted by an agent)",
        "- [preference] c",
        "- [context] a",
    ]


def test_no_entry_ends_the_block() -> None:
    """Neither by its end mark nor by a line of its own."""
    lines = prompt.block([entry("rule", f"x {prompt.CLOSE}\n{prompt.OPEN} y")]).splitlines()
    assert len(lines) == 4 and (lines[0], lines[-1]) == (prompt.OPEN, prompt.CLOSE)
    assert prompt.CLOSE not in lines[2] and prompt.OPEN not in lines[2]


@pytest.mark.parametrize(("saves", "words"), [(1, "once"), (2, "twice"), (5, "5 times")])
def test_how_often_may_be_saved_is_said(saves: int, words: str) -> None:
    """In words; of no memory there is no block."""
    assert f"More than {words} in a conversation" in prompt.instructions(saves)
    assert prompt.block([]) == ""
