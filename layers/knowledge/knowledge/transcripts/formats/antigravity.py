"""Antigravity's transcripts: steps by type; what a planner's calls gave back are the steps that follow it."""

import re
from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import decoded

NAME = "antigravity"
_STAMPS = re.compile(r"(?:(?:Created|Completed) At: [^\n]*\n)*\s*")  # `Created At: …` over a result
# The one place that tells how a command ended, over what it printed: `The command failed with exit code: 2`
_COMMAND_ENDED = re.compile(
    r"The command (completed successfully|failed with exit code: (-?\d{1,10}))\.?\s*(?:Output:\n)?"
)


def recognises(log: Log) -> bool:
    """Whether steps are numbered and the planner answers among them."""
    return any("step_index" in item and item.get("type") in ("PLANNER_RESPONSE", "USER_INPUT") for item in log.items)


def read(log: Log, recorder: Recorder) -> None:
    """Records the steps in their order."""
    reader = _AntigravityReader(recorder)
    for index, step in enumerate(log.items):
        recorder.place(index, step.get("created_at"))
        reader.step(step)


class _AntigravityReader:
    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._waiting: list[str] = []
        self._calls = 0

    def step(self, step: dict[str, Any]) -> None:
        kind, text = step.get("type"), text_of(step.get("content"))
        if kind == "USER_INPUT":
            chat.record_saying(text, "user", self._recorder)
        elif kind == "PLANNER_RESPONSE":
            self._planned(step, text)
        elif step.get("source") == "MODEL" or kind == "ERROR_MESSAGE":
            self._result(text, failed=kind == "ERROR_MESSAGE" or step.get("status") == "ERROR")
        else:
            self._recorder.say("system", text)

    def _planned(self, step: dict[str, Any], text: str) -> None:
        self._waiting = []
        self._recorder.say("agent", text_of(step.get("thinking") or ""), thought=True)
        calls = dicts(step.get("tool_calls"))
        if not calls:
            self._recorder.say("agent", text)
        for call in calls:
            self._calls += 1
            name, arguments = str(call.get("name")), _unquoted(call.get("args"))
            self._waiting.append(str(self._calls))
            chat.call(name, arguments, str(self._calls), self._recorder, text)
            text = ""

    def _result(self, text: str, failed: bool) -> None:
        shown = text[_STAMPS.match(text).end() :]  # type: ignore[union-attr]  # matches the empty text, too
        result = _COMMAND_ENDED.match(shown)
        code = (int(result[2]) if result[2] else 0) if result else None
        call_id = self._waiting.pop(0) if self._waiting else None
        if call_id or not failed:
            self._recorder.result(
                shown[result.end() :].lstrip("\t\n") if result else shown,
                call_id,
                exit_code=code,
                failed=failed or None,
            )
        else:
            self._recorder.say("system", shown)


def _unquoted(arguments: Any) -> Any:
    """Each argument is JSON text of its own: `"\\"/src\\""`."""
    if not isinstance(arguments, dict):
        return arguments
    return {name: _value(value) for name, value in arguments.items()}


def _value(value: Any) -> Any:
    whole = decoded(f'{{"it": {value}}}') if isinstance(value, str) else value
    return whole["it"] if isinstance(whole, dict) and "it" in whole else value
