"""Any content as text."""

from typing import Any

import pytest
from knowledge.usecases.record_event.content.payload_text import as_text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("as it is\n", "as it is\n"),
        ([{"role": "user", "content": "a"}, {"content": [{"type": "text", "text": "b"}]}], "User: a\n\nSomebody: b"),
        ({"messages": [{"role": "user", "content": "a"}]}, "User: a"),
        (
            [{"role": role, "content": role} for role in ("system", "developer", "user", "tool", "function")],
            "User: user",
        ),
        ({"a": {"b": 1, "c": [True, None]}, "d": "x\ny"}, "a b: 1\na c: True\nd: x y"),
        ([1, 2], "1\n2"),
        ([{"role": "founder", "name": "Mara Huber", "content": "a"}], "Mara Huber: a"),
        (
            {"data": {"object": {"amount_due": 1}}, "b": "one two three four five"},
            "amount due: 1\n\none two three four five",
        ),
    ],
)
def test_any_content_is_text(content: Any, text: str) -> None:
    """Messages become lines with their speaker, other JSON a line a value."""
    assert as_text(content) == text
