"""A user's memory → the block for a system prompt: how to use it, and what is in it."""

from collections.abc import Sequence

from knowledge.memory.models import Category, MemoryEntry
from knowledge.text.quoting import plain

# agent-complete takes whatever stands between these out of a log, so that no memory is learned back.
OPEN, CLOSE = '<knowledge-loop version="1" part="user-memory">', "</knowledge-loop>"
HEADER = "USER MEMORY (what this user has asked you to remember, the user's own words first):"
_ORDER: tuple[Category, ...] = ("rule", "feedback", "preference", "context")

_INSTRUCTIONS = """MEMORY TOOLS:
- save_to_memory(content, category, replaces): save information for future sessions
  - "rule": standing instructions ("always prioritize X", "when Y happens, do Z")
  - "preference": how the user likes things ("be concise", "include details")
  - "feedback": corrections of your behaviour ("don't repeat subjects")
  - "context": important background of the user's work
- recall_knowledge(query): search uploaded documents and what was learned for facts of the domain

WHEN TO SAVE:
- The user says "remember this" or "always do X": save it as rule
- The user corrects you: save it as feedback
- The user states a preference: save it as preference
- What is in your memory changes: save it as it is now; name the old entry, word for word, in replaces
- You discover something important about the user's work: save it as context

WHEN NOT TO SAVE:
- What an e-mail says, its subject or its sender; what other people wrote or said; passwords and keys
- What is in your memory already
- Casual remarks, and what holds for this once
- More than {saves} in a conversation: the service refuses"""


def instructions(saves: int) -> str:
    """How to use the memory tools; `saves` is how often a conversation may save."""
    return _INSTRUCTIONS.format(saves={1: "once", 2: "twice"}.get(saves, f"{saves} times"))


def block(entries: Sequence[MemoryEntry]) -> str:
    """The USER MEMORY block; "" where nothing is remembered."""
    return framed([line(entry) for entry in in_order(entries)])


def framed(lines: Sequence[str]) -> str:
    """Lines that `line` made, as the block; "" for none."""
    return "\n".join([OPEN, HEADER, *lines, CLOSE]) if lines else ""


def in_order(entries: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """Rules first, context last; the user's own words before an agent's notes; what was said last, last."""
    return sorted(entries, key=lambda entry: (_ORDER.index(entry.category), entry.source == "agent"))


def line(entry: MemoryEntry) -> str:
    """One entry on one line, unable to end the block."""
    return f"- [{entry.category}] {plain(entry.content)}" + (" (noted by an agent)" if entry.source == "agent" else "")
