"""A memory over its limits, made shorter and stored; or left alone where somebody else was first."""

from knowledge.errors import Conflict
from knowledge.memory import MemoryDocument, MemoryLimits, MemoryStore
from knowledge.memory.condensing import condense
from knowledge.ports.embedder import Embedder
from knowledge.ports.llm import LLM
from knowledge.usecases.user_memory.models import CondensedDocument, LeftOutEntry

OVER_LIMITS = "the memory was over its limits, and this was used least; version {} has it for 30 days"


def summarized(
    store: MemoryStore,
    document: MemoryDocument,
    limits: MemoryLimits,
    embedder: Embedder,
    llm: LLM | None,
    *,
    force: bool = False,
) -> CondensedDocument:
    """The memory within its limits, as far as context can be merged or left out; what was saved meanwhile stays.

    Nothing is locked while the language model thinks: what it decided is applied to the version that it read.
    """
    if not force and not limits.are_exceeded(len(document.entries), document.characters):
        return _condensed(document)
    plan = condense(document, limits, store.usage(document.user_id), embedder, llm)
    if not plan.removed:
        return _condensed(document, note=plan.note or _why_nothing_goes(document))
    try:
        after = store.condense(document.user_id, document.version, plan.removed, plan.added, embedder)
    except Conflict:
        return _condensed(
            store.fresh(document.user_id), note="It changed while it was being condensed; it is left as it is."
        )
    return _condensed(
        after,
        condensed=True,
        method=plan.method,
        note=plan.note,
        previous_version=document.version,
        left_out=[LeftOutEntry(what=text, why=OVER_LIMITS.format(document.version)) for text in plan.left_out],
    )


def _why_nothing_goes(document: MemoryDocument) -> str:
    """Why nothing was merged or left out, as its caller is told."""
    if all(entry.category != "context" for entry in document.entries):
        return "Nothing can be left out: there is no context to condense."
    return "Nothing was left out: no two entries of context say the same, and the memory is within its limits."


def _condensed(document: MemoryDocument, **changes: object) -> CondensedDocument:
    return CondensedDocument.model_validate({**document.model_dump(), **changes})
