"""Shortens a memory that is over its limits; rules, feedback, preferences and the user's own words stay unchanged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.memory.embedding_timeout import vectors_if_any
from knowledge.memory.llm_condenser import Merged, merged_by_llm
from knowledge.memory.models import MemoryDocument, MemoryEntry, MemoryLimits, NewEntry
from knowledge.ports.embedder import Embedder, cosine
from knowledge.ports.llm import LLM, LLMFailed
from knowledge.text.gist import gist
from knowledge.text.near_duplicates import is_same


@dataclass(frozen=True)
class Condensation:
    """Which entries go, and what comes in their place; by which method, and in `note` why not by a better one.

    `left_out` are the contents that nothing says any more.
    """

    removed: list[str]
    added: list[NewEntry]
    left_out: list[str]
    method: Literal["llm", "rules"]
    note: str | None = None


def condense(
    document: MemoryDocument, limits: MemoryLimits, usage: Mapping[str, int], embedder: Embedder, llm: LLM | None
) -> Condensation:
    """Merges context by the language model, or without its good answer what says the same; then, while the memory is
    over its limits, leaves out context: the least used first (`usage` has the ids in that order), the user's own last.
    """
    loose = [entry for entry in document.entries if not entry.protected]
    groups, method, note = _merged(document.entries, loose, embedder, llm)
    gone = {entry_id for group in groups for entry_id in group.ids}
    added = [NewEntry(group.content, "context", used=sum(usage.get(at, 0) for at in group.ids)) for group in groups]
    rest = [entry for entry in document.entries if entry.id not in gone]
    dropped = _dropped(rest, added, limits, usage)
    entries = _last_resort([entry for entry in rest if entry.id not in dropped], added, limits)
    left_out = [entry.content for entry in rest if entry.id in dropped]
    left_out += [entry.content for entry in added if entry not in entries]
    return Condensation([*gone, *dropped], entries, left_out, method, note)


def _merged(
    entries: Sequence[MemoryEntry], loose: Sequence[MemoryEntry], embedder: Embedder, llm: LLM | None
) -> tuple[list[Merged], Literal["llm", "rules"], str | None]:
    if llm is None or not loose:
        return _merged_by_rules(loose, embedder), "rules", None
    try:
        return merged_by_llm(entries, llm), "llm", None
    except LLMFailed as failed:
        note = f"Condensed by rules, because the language model's answer was not used: {failed.detail}"
        return _merged_by_rules(loose, embedder), "rules", note


def _merged_by_rules(loose: Sequence[MemoryEntry], embedder: Embedder) -> list[Merged]:
    """Entries that say no more than another, put into that one; nothing is lost."""
    vectors = vectors_if_any([entry.content for entry in loose], embedder)
    if vectors is None:  # then nothing is merged: no session waits for an embedder
        return []
    words = [set(gist(entry.content).split()) for entry in loose]
    within: dict[int, int] = {}
    for one, entry in enumerate(loose):
        for other, fuller in enumerate(loose):
            if (
                one != other
                and other not in within
                and words[one] <= words[other]
                and is_same(entry.content, fuller.content)
                and cosine(vectors[one], vectors[other]) >= embedder.near_duplicate
            ):
                within[one] = other
                break
    groups: dict[int, list[int]] = {}
    for one, other in within.items():
        groups.setdefault(other, [other]).append(one)
    return [
        Merged(ids=[loose[at].id for at in group], content=loose[fullest].content) for fullest, group in groups.items()
    ]


def _dropped(
    rest: Sequence[MemoryEntry], added: Sequence[NewEntry], limits: MemoryLimits, usage: Mapping[str, int]
) -> list[str]:
    """The ids of context to leave out until the limits hold, or no context is left."""
    order = {entry_id: at for at, entry_id in enumerate(usage)}
    context = [entry for entry in rest if entry.category == "context"]
    context.sort(key=lambda entry: (entry.source == "user", order.get(entry.id, -1)))
    entries = len(rest) + len(added)
    characters = _characters(rest) + _characters(added)
    dropped = []
    for entry in context:
        if not limits.are_exceeded(entries, characters):
            break
        entries, characters = entries - 1, characters - len(entry.content)
        dropped.append(entry.id)
    return dropped


def _last_resort(rest: Sequence[MemoryEntry], added: Sequence[NewEntry], limits: MemoryLimits) -> list[NewEntry]:
    """Of what was merged, as much as the limits leave room for, the most used first."""
    entries = list(added)
    for least in sorted(added, key=lambda entry: entry.used):
        characters = _characters(rest) + _characters(entries)
        if not limits.are_exceeded(len(rest) + len(entries), characters):
            break
        entries.remove(least)
    return entries


def _characters(entries: Sequence[MemoryEntry] | Sequence[NewEntry]) -> int:
    return sum(len(entry.content) for entry in entries)
