"""What something is may be told by another name later."""

import pytest
from knowledge.text.statements.renaming import is_renamed


@pytest.mark.parametrize(
    ("new", "old", "renamed"),
    [
        ("The queue is now NATS", "The queue is RabbitMQ", True),
        ("Die Datenbank ist Postgres", "Die Datenbank ist MySQL", True),
        ("The queue is RabbitMQ", "The queue is RabbitMQ", False),
        ("The cache is NATS", "The queue is RabbitMQ", False),
        ("The queue is slow", "The queue is RabbitMQ", False),
        ("NATS", "The queue is RabbitMQ", False),
    ],
)
def test_one_thing_is_called_by_another_name(new: str, old: str, renamed: bool) -> None:
    """Both say what the same is, each by a name, and the names differ."""
    assert is_renamed(new, old) is renamed
