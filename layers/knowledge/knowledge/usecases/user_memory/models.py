"""What user-memory is asked, and what it answers beside the memory itself."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, Field, model_validator

from knowledge.errors import Invalid, Malformed
from knowledge.memory import Category, MemoryDocument, MemoryEntry, Source
from knowledge.memory.models import MAX_CONTENT, AliasedModel, alias
from knowledge.privacy.labels import PrivateLabel, PrivateRunId, UserId
from knowledge.schemas import Body, Flag, Label, Text

Content = Annotated[Text, Field(max_length=MAX_CONTENT)]
Conversation = Annotated[PrivateLabel | None, Field(validation_alias=AliasChoices("conversation_id", "conversationId"))]
RESERVED = "tools"  # GET /tools is no user


class UserRequest(Body):
    """Whose memory it is about."""

    user: UserId

    @model_validator(mode="after")
    def _is_a_user(self) -> "UserRequest":
        if self.user == RESERVED:
            raise Invalid(f"No user can be called {RESERVED}; name another.")
        return self


class SaveRequest(UserRequest):
    """Something to remember; without a `source` it is the word of whoever holds the key.

    `supersedes` is the entry that it replaces: its id, or its words.
    """

    content: Content
    category: Category
    source: Source | None = None
    conversation_id: Conversation = None
    supersedes: Content | None = None


class EntryRequest(Body):
    """An entry of a whole memory; one that is there already is known by what it says. `source` as in `SaveRequest`."""

    content: Content
    category: Category
    source: Source | None = None
    id: Label | None = None
    created_at: Annotated[datetime | None, Field(validation_alias=AliasChoices("createdAt", "created_at"))] = None


class ReplaceRequest(UserRequest):
    """A whole memory, as it was read and then edited. With a `version` (or `If-Match`) it replaces that one alone."""

    entries: Annotated[tuple[EntryRequest, ...], Field(max_length=500)]
    version: Annotated[int | None, Field(ge=0)] = None
    user_id: Annotated[str | None, Field(validation_alias=AliasChoices("userId", "user_id"))] = None
    last_updated_at: Annotated[
        datetime | None, Field(validation_alias=AliasChoices("lastUpdatedAt", "last_updated_at"))
    ] = None

    def expected(self, if_match: str | None) -> int | None:
        """The version that is to be replaced; None for any. Raises `Malformed` for an If-Match that names none."""
        if if_match in (None, "*"):
            return self.version
        named = if_match.strip('W/" ') if if_match else ""
        if not named.isdecimal():
            raise Malformed('Send the version that was read as If-Match: "7", or `*` for any.')
        return int(named)


class ForgetRequest(UserRequest):
    """An entry to forget."""

    entry: Label


class MemoryRestoreRequest(UserRequest):
    """A version to bring back; `previous` is the one before the present."""

    restore: Annotated[int, Field(ge=1)] | Literal["previous"]


class SummarizeRequest(UserRequest):
    """Whether to condense even a memory that is within its limits."""

    force: Flag = False


class SessionRequest(UserRequest):
    """A session that starts; with an objective, what is known for it is part of the prompt."""

    objective: Annotated[Text | None, Field(max_length=10_000)] = None
    max_characters: Annotated[int, Field(ge=2_000, le=1_000_000)] = 8_000
    project: PrivateLabel | None = None
    agent_type: PrivateLabel | None = None
    run_id: PrivateRunId | None = None


class ToolsRequest(Body):
    """In whose shape the tools are wanted."""

    format: Literal["openai", "anthropic"] = "openai"


class ToolCall(UserRequest):
    """A call that a model made; its arguments as an object, or as the JSON text that some send."""

    name: Label
    arguments: dict[str, Any] | str = Field(default_factory=dict)
    conversation_id: Conversation = None


class VerbatimJson(BaseModel):
    """An answer that is JSON already."""

    text: str

    def model_dump_json(self, **_: Any) -> str:
        return self.text


class ClearedMemory(BaseModel):
    """How many entries were forgotten; `note` says where a copy may be left for a while."""

    cleared: int
    note: str | None = None


class LeftOutEntry(BaseModel):
    """Something that is not in the prompt, or no more in the memory, and why."""

    what: str
    why: str


class CondensedDocument(MemoryDocument):
    """A memory, and whether it was made shorter just now: how, from which version, which can be restored, and without
    which contents."""

    condensed: bool = False
    method: Literal["llm", "rules"] | None = None
    note: str | None = None
    previous_version: int | None = alias("previousVersion", "previous_version", default=None)
    left_out: list[LeftOutEntry] = Field(default_factory=list)


class ToolList(BaseModel):
    """`tools`, ready for the field of that name in a request to a model."""

    format: Literal["openai", "anthropic"]
    tools: list[dict[str, Any]]


class ToolResult(BaseModel):
    """What a tool's call came to, in words for the model; a refusal is an answer too."""

    success: bool
    message: str
    entry: MemoryEntry | None = None


class Session(AliasedModel):
    """What an agent starts with. `formatted` is all of it for a system prompt: the instructions for the memory tools,
    the USER MEMORY block, and what is known for the objective, in at most the characters that were asked for."""

    user_id: str = alias("userId", "user_id")
    version: int
    formatted: str
    instructions: str
    memory: str
    knowledge: str
    entries: list[MemoryEntry]
    characters: int
    condensed: bool = False
    note: str | None = None
    left_out: list[LeftOutEntry] = Field(default_factory=list)
