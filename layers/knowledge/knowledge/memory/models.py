"""A user's memory and its entries, with the field names of the API."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from knowledge.settings import Settings

Category = Literal["rule", "preference", "feedback", "context"]
Source = Literal["user", "agent"]
Outcome = Literal["saved", "known", "superseded"]

MAX_CONTENT = 2000  # characters of an entry
PROTECTED: frozenset[Category] = frozenset({"rule", "feedback", "preference"})  # no condensing touches these


def _utc(moment: datetime) -> datetime:
    """The adapters have it in zones of their own, and a copy must equal its original."""
    return moment.astimezone(UTC)


Moment = Annotated[datetime, AfterValidator(_utc)]


def alias(name: str, own: str, **options: Any) -> Any:
    """A field that is answered under a name of camelCase, and read under either."""
    return Field(validation_alias=AliasChoices(name, own), serialization_alias=name, **options)


class AliasedModel(BaseModel):
    """A model that answers with the aliases of its fields."""

    model_config = ConfigDict(serialize_by_alias=True)


class MemoryEntry(AliasedModel):
    """One thing to remember. `source` is whose word it is: the user's own, or what an agent noted."""

    id: str
    content: str
    category: Category
    source: Source
    created_at: datetime = alias("createdAt", "created_at")

    @property
    def protected(self) -> bool:
        """Whether it is kept word for word: a rule, feedback, a preference, and all that the user said."""
        return self.category in PROTECTED or self.source == "user"


class SavedEntry(MemoryEntry):
    """An entry, and what became of the wish to save it.

    `other` is the entry that it supersedes, the one that says it already (`known`), or one about the same subject that
    stays (`saved`).
    """

    outcome: Outcome
    version: int
    other: MemoryEntry | None = None
    note: str | None = None


class MemoryDocument(AliasedModel):
    """All that is remembered of a user. The version rises with every change; 0 stands for nothing."""

    user_id: str = alias("userId", "user_id")
    entries: list[MemoryEntry] = []
    version: int = 0
    last_updated_at: Moment | None = alias("lastUpdatedAt", "last_updated_at", default=None)

    @property
    def characters(self) -> int:
        """Of all contents together."""
        return sum(len(entry.content) for entry in self.entries)


@dataclass(frozen=True)
class MemoryLimits:
    """How much a prompt should carry of a user's memory; and how often one conversation may save."""

    entries: int = 30
    characters: int = 3000
    saves: int = 2

    @classmethod
    def of(cls, chosen: Settings) -> Self:
        """Those that the settings name."""
        return cls(chosen.memory_entries, chosen.memory_characters, chosen.memory_saves)

    def are_exceeded(self, entries: int, characters: int) -> bool:
        """Whether so much is too much."""
        return entries > self.entries or characters > self.characters


@dataclass(frozen=True)
class NewEntry:
    """An entry before it is saved."""

    content: str
    category: Category
    source: Source = "agent"
    conversation_id: str | None = None
    used: int = 0
