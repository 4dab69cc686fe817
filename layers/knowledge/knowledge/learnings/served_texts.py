"""What a run was given of what is known, where its log may repeat it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from knowledge.ports.database import Row
from knowledge.privacy.secrets import redact
from knowledge.text.recalled import without


@dataclass(frozen=True)
class ServedTexts:
    """The `texts` that a run was served; the `private` ones among them are a user's memory, which is told to nobody
    else: they stand as a cleaned log repeats them."""

    texts: list[str] = field(default_factory=list)
    private: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        """What `served_learnings` gives."""
        texts = [(redact(row["learning"]) if row["private"] else row["learning"], row["private"]) for row in rows]
        return cls([text for text, _ in texts], [text for text, is_private in texts if is_private])

    def without_memory(self, text: str) -> str:
        """The text without its sentences that tell an entry of the user's memory."""
        return without(text, self.private) if self.private else text
