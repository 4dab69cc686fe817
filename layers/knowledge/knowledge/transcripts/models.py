"""What every transcript becomes: turns, in which an action carries its own result."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from knowledge.text.strings import encodable

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Turn:
    """One step of a run: what was said and, where something was run, the command and what came of it.

    `failed` is None where the log does not say; `exit_code` is None where the log has none.
    """

    role: Role
    text: str = ""
    command: str | None = None
    output: str | None = None
    exit_code: int | None = None
    failed: bool | None = None


class Recorder:
    """Collects turns, and joins each result to the action that it answers."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._open: dict[str, int] = {}
        self._last_action: int | None = None

    def say(self, role: Role, text: str) -> None:
        """Somebody said something; nothing is recorded where it is blank."""
        if (said := clean(text)).strip():
            self.turns.append(Turn(role, said.strip()))

    def act(self, text: str, command: str, call_id: str | None = None) -> None:
        """The assistant ran `command`, having said `text`; `call_id` is what its result will name."""
        self._last_action = len(self.turns)
        if call_id is not None:
            self._open[call_id] = self._last_action
        self.turns.append(Turn("assistant", clean(text).strip(), command=clean(command).strip()))

    def result(
        self,
        output: str,
        call_id: str | None = None,
        exit_code: int | None = None,
        failed: bool | None = None,
    ) -> None:
        """What an action gave back: the one named, else the last one if it is still open."""
        if exit_code is not None and failed is None:
            failed = exit_code != 0
        told = Turn("tool", output=clean(output), exit_code=exit_code, failed=failed)
        index = self._open.pop(call_id, None) if call_id is not None else self._last_action
        if index is None or self.turns[index].output is not None:
            self.turns.append(told)
        else:
            action = self.turns[index]
            self.turns[index] = replace(told, role=action.role, text=action.text, command=action.command)


def clean(text: str) -> str:
    """`text` without what neither Postgres nor a tokenizer takes: NUL and lone surrogates."""
    return encodable(text.replace("\x00", "").replace("\r\n", "\n"))


def text_of(value: Any) -> str:
    """The readable text of a message's content: a string, content blocks, or any JSON, at any depth."""
    found: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, dict):
            stack.extend(reversed(_readable(item)))
        elif isinstance(item, list | tuple):
            stack.extend(reversed(item))
        elif isinstance(item, int | float) and not isinstance(item, bool):
            found.append(str(item))
    return "\n".join(found)


def _readable(block: dict[Any, Any]) -> list[Any]:
    for key in ("text", "thinking", "content"):
        if key in block:
            return [block[key]]
    skipped = ("type", "id", "role", "signature", "image_url", "source")
    return [value for key, value in block.items() if key not in skipped]
