"""Who a name stands for by which logs label what is said, in whatever dress."""

import re

from knowledge.transcripts.models import Speaker

# What a label says besides the name: the time, the model, in brackets.
_NOTE = re.compile(r"\([^()\n]{0,200}\)|\[[^\[\]\n]{0,200}\]")
_WORD = re.compile(r"[^\W\d_]+(?:['’]s)?")  # of letters alone, `Agent's` among them
_USERS = ("user", "human", "you", "me", "prompt", "user input", "user prompt", "user message", "user request")
_AGENTS = (
    "assistant", "ai assistant", "agent", "ai agent", "ai", "bot", "model", "response", "answer", "planner response",
    "claude", "claude code", "codex", "gemini", "copilot", "github copilot", "chatgpt", "gpt", "cursor", "cline",
)  # fmt: skip
_TOOLS = ("tool", "function", "tool result", "tool response", "tool output", "observation", "environment")
_NAMES: dict[str, Speaker] = {
    **dict.fromkeys(_USERS, "user"),
    **dict.fromkeys(_AGENTS, "agent"),
    **dict.fromkeys(_TOOLS, "tool"),
    **dict.fromkeys(("system", "developer"), "system"),
}
_MAX_LABEL = 160  # characters


def speaker_named(label: str) -> Speaker | None:
    """Who the label names and nothing else, signs and what stands in brackets aside; None for any other text."""
    return _NAMES.get(" ".join(_WORD.findall(without_notes(label))).lower()) if len(label) <= _MAX_LABEL else None


def speaker_of(label: re.Match[str] | None) -> Speaker | None:
    """Who the label's first group names; None without a label."""
    return speaker_named(label[1]) if label else None


def without_notes(label: str) -> str:
    """The label without what stands in brackets: it is another each time."""
    return _NOTE.sub("", label).strip(" :")
