"""Claude Code's session files: one JSON object a line, `message` in Anthropic's form."""

import re
from collections.abc import Sequence
from typing import Any

from knowledge.text.xml_elements import without_elements
from knowledge.transcripts.formats import chat
from knowledge.transcripts.models import Recorder, Role, text_of

# What the program puts into the user's mouth: reminders, slash commands and their output, interruptions.
_ELEMENT = r"(system-reminder|command-[a-z]+|local-command-[a-z]+|bash-[a-z]+|ide_[a-z_]+)>"
_OPENING, _CLOSING = re.compile(f"<{_ELEMENT}"), re.compile(f"</{_ELEMENT}")
_INJECTED = re.compile(
    r"\[Request interrupted by user[^\]\n]{0,80}\]|^Caveat: The messages below were generated.*$", re.M
)
_REFUSED = re.compile(r"The user doesn't want to (?:proceed|take).*?the user said:\s*(.+)", re.S | re.I)


def recognises(items: Sequence[Any]) -> bool:
    """Whether the list holds lines of a Claude Code session."""
    return any(
        isinstance(item, dict) and item.get("type") in ("user", "assistant") and isinstance(item.get("message"), dict)
        for item in items
    )


def read(items: Sequence[Any], recorder: Recorder) -> None:
    """Records what user and assistant said and did; meta lines, summaries and progress are passed over."""
    for item in items:
        if not isinstance(item, dict) or item.get("isMeta") or item.get("isCompactSummary"):
            continue
        message = item.get("message")
        if item.get("type") == "assistant" and isinstance(message, dict):
            chat.blocks("assistant", message.get("content"), recorder)
        elif item.get("type") == "user" and isinstance(message, dict):
            # A sub-agent's "user" is the agent that started it, not the person.
            role: Role = "system" if item.get("isSidechain") else "user"
            _user(role, message.get("content"), recorder)


def _user(role: Role, content: Any, recorder: Recorder) -> None:
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            chat.blocks(role, [block], recorder)
            if refused := _REFUSED.search(text_of(block.get("content"))):
                recorder.say("user", refused[1])
        else:
            recorder.say(role, _INJECTED.sub("", without_elements(text_of(block), _OPENING, _CLOSING)))
