"""What user-memory answers: what users want remembered, who may say so, and what a session starts with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from knowledge.auth import Caller
from knowledge.errors import Invalid
from knowledge.files.authority import Authority
from knowledge.memory import Category, MemoryDocument, MemoryLimits, MemoryStore, NewEntry, SavedEntry, Source
from knowledge.ports.embedder import Embedder
from knowledge.ports.llm import LLM
from knowledge.privacy.messages import refusal
from knowledge.privacy.quarantine import reason_to_hold
from knowledge.usecases.user_memory import session, tools
from knowledge.usecases.user_memory.models import (
    ClearedMemory,
    CondensedDocument,
    ForgetRequest,
    MemoryRestoreRequest,
    ReplaceRequest,
    SaveRequest,
    Session,
    SessionRequest,
    SummarizeRequest,
    ToolCall,
    ToolList,
    ToolResult,
    ToolsRequest,
    UserRequest,
    VerbatimJson,
)
from knowledge.usecases.user_memory.summary import summarized

__all__ = ["MemoryApi"]

COPY_LEFT = "The cache does not answer. It may hold a copy until that is too old; nobody is given it."
AN_AGENTS_KEY = "An agent's key writes what an agent says; the user's own word takes an admin key."


class Models(Protocol):
    """The models that the settings name."""

    def embedder(self) -> Embedder:
        """An embedder of any model: memories are compared with each other alone."""
        ...

    def embedder_for(self, model: str | None) -> Embedder:
        """The embedder of the model that a tenant's knowledge is searched by."""
        ...

    def llm(self) -> LLM | None:
        """The language model that condenses; None where there is none."""
        ...


@dataclass(frozen=True)
class MemoryApi:
    """What may be asked about users' memories over HTTP; each method is the answer to one kind of request."""

    store: Callable[[Caller], MemoryStore]
    limits: Callable[[], MemoryLimits]
    models: Models

    def read(self, caller: Caller, request: UserRequest) -> VerbatimJson:
        """All that is remembered of the user, a `MemoryDocument`."""
        return VerbatimJson(text=self.store(caller).text(request.user, caller.memory))

    def save(self, caller: Caller, request: SaveRequest) -> SavedEntry:
        """The entry, new or as it is known. Raises `Invalid` for what is never stored."""
        source = _source(caller, request.source)
        _require_own_words(request.content, request.category, source)
        saved = self.store(caller).save(
            request.user,
            NewEntry(request.content, request.category, source, request.conversation_id),
            self.models.embedder(),
            supersedes=request.supersedes,
            max_saves=self.limits().saves,
        )
        return saved.model_copy(update={"note": None if request.source in (None, source) else AN_AGENTS_KEY})

    def replace(self, caller: Caller, request: ReplaceRequest) -> MemoryDocument:
        """The memory with these entries alone; an agent's key keeps what the user said."""
        by_user = _is_person(caller)
        shown = (
            () if by_user else {entry.content for entry in self.store(caller).read(request.user, caller.memory).entries}
        )
        for entry in request.entries:
            if entry.content not in shown:
                _require_own_words(entry.content, entry.category, _source(caller, entry.source))
        return self.store(caller).replace(
            request.user,
            [
                NewEntry(entry.content, entry.category, entry.source or _source(caller, None))
                for entry in request.entries
            ],
            self.models.embedder(),
            by_user=by_user,
            expected=request.expected(caller.if_match),
        )

    def forget(self, caller: Caller, request: ForgetRequest) -> MemoryDocument:
        """The memory without the entry."""
        return self.store(caller).forget(request.user, request.entry, by_user=_is_person(caller))

    def clear(self, caller: Caller, request: UserRequest) -> ClearedMemory:
        """How many entries were forgotten, with every version and copy."""
        cleared, everywhere = self.store(caller).clear(request.user)
        return ClearedMemory(cleared=cleared, note=None if everywhere else COPY_LEFT)

    def restore(self, caller: Caller, request: MemoryRestoreRequest) -> MemoryDocument:
        """The memory as it was, as a new version."""
        version = None if request.restore == "previous" else request.restore
        return self.store(caller).restore(request.user, version)

    def summarize(self, caller: Caller, request: SummarizeRequest) -> CondensedDocument:
        """The memory, made shorter where it is over its limits."""
        store = self.store(caller)
        document = store.fresh(request.user)
        return summarized(
            store, document, self.limits(), self.models.embedder(), self.models.llm(), force=request.force
        )

    def start(self, caller: Caller, request: SessionRequest) -> Session:
        """What an agent starts a session with; a memory over its limits is made shorter first, but for readers."""
        return session.start(
            request,
            self.store(caller),
            self.limits(),
            lambda: self.models.embedder_for(caller.model),
            lambda store, document: summarized(
                store, document, self.limits(), self.models.embedder(), self.models.llm()
            ),
            may_write=caller.role != "reader",
        )

    def tools(self, caller: Caller, request: ToolsRequest) -> ToolList:
        """The tools' definitions."""
        return ToolList(format=request.format, tools=tools.definitions(request.format))

    def call(self, caller: Caller, request: ToolCall) -> ToolResult:
        """What a tool's call came to."""
        return tools.execute(
            request,
            save=lambda body: self.save(caller, body),
            recall=lambda query: session.recall(
                query,
                self.store(caller).read(request.user, caller.memory),
                self.store(caller),
                lambda: self.models.embedder_for(caller.model),
            ),
        )


def _is_person(caller: Caller) -> bool:
    """A person, or the client that speaks for its users, holds an admin key; an agent an agent's."""
    return Authority.of(caller).is_person


def _source(caller: Caller, named: Source | None) -> Source:
    """Whose word it is: an agent's with an agent's key; with an admin key the user's, unless it names the agent."""
    return (named or "user") if _is_person(caller) else "agent"


def _require_own_words(content: str, category: Category, source: Source) -> None:
    """Raises `Invalid` with the reason why it is not remembered: for what nobody may store, and what no agent may."""
    reason = refusal(content, standing=category != "context")
    if reason is None and source == "agent" and (held := reason_to_hold(content)):
        reason = f"it {held}; only the user's own word may ask for that (an admin key)"
    if reason:
        raise Invalid(f"This is not remembered: {reason}.")
