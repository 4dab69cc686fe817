"""Cline's and Roo Code's `ui_messages.json`: what is shown in the editor, each item a `say` or an `ask` of a kind."""

from collections.abc import Sequence
from typing import Any

from knowledge.transcripts.cline_messages import ADDED, FAILED, FOLDER, HEAD
from knowledge.transcripts.formats import chat
from knowledge.transcripts.injected import TOOL_ANSWER
from knowledge.transcripts.json_texts import decoded
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Edit
from knowledge.transcripts.patches import replacements
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import command_line, exit_code

NAME = "cline"
_SHOWN = ("followup", "plan_mode_respond", "completion_result")
_RESULTS = ("mcp_server_response", "browser_action_result", "subtask_result")
_REPORTS = ("error", "diff_error", "api_req_failed", "mistake_limit_reached")
_WRITERS = ("newFileCreated", "editedExistingFile", "appliedDiff", "insertContent", "searchAndReplace")


def recognises(log: Log) -> bool:
    """Whether items say or ask something of a kind, at a time."""
    return any("ts" in item and item.get("type") in ("say", "ask") and _kind(item) for item in log.items)


def read(log: Log, recorder: Recorder) -> None:
    """Records the task, what the user answered, what the agent said and did, and what came of it."""
    reader = _ClineReader(recorder)
    for index, item in enumerate(log.items):
        text = item.get("text")
        if item.get("partial") is not True and isinstance(text, str):
            reader.item(index, item.get("ts"), _kind(item), text)
    reader.give_output()


def _kind(item: dict[str, Any]) -> str:
    kind = item.get(str(item.get("type")))
    return kind if isinstance(kind, str) else ""


class _ClineReader:
    """Item by item; a command's output comes in several, and is recorded before what follows it."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._output: list[str] = []
        self._begun = False
        self._calls = 0

    def item(self, index: int, at: Any, kind: str, text: str) -> None:
        if kind == "command_output":
            self._output.append(text)
            return
        if text.strip() and kind != "task_progress":
            if kind != "api_req_started":
                self.give_output()
            self._recorder.place(index, at)
            self._item(kind, text)

    def give_output(self, answer: str = "") -> None:
        """Records what the last command printed, else what the model was answered of the call."""
        output = "\n".join(self._output).strip("\n") or answer
        if output and self._recorder.awaits_result:
            failed = True if FAILED in answer[:HEAD] else None
            self._result(output, exit_code=exit_code(answer[:HEAD]), failed=failed)
        self._output = []

    def _item(self, kind: str, text: str) -> None:
        if kind in ("task", "user_feedback") or (kind == "text" and not self._begun):
            chat.record_saying(text, "user", self._recorder)
        elif kind in ("text", "reasoning"):
            self._recorder.say("agent", text, thought=kind == "reasoning")
        elif kind in _SHOWN:
            self._recorder.say("agent", _shown(text))
        elif kind == "command":
            self._act(text, "execute_command")
        elif kind in ("tool", "use_mcp_server", "browser_action", "browser_action_launch"):
            self._tool(kind, decoded(text))
        elif kind == "api_req_started":
            self._sent(decoded(text))
        elif kind in _RESULTS or kind in _REPORTS:
            self._result(text, failed=True if kind in _REPORTS else None)
        else:
            self._recorder.pass_over(kind)
        self._begun = True

    def _tool(self, kind: str, call: Any) -> None:
        if not isinstance(call, dict):
            self._act(f"{kind} {call}", kind)
            return
        name = str(call.get("tool") or call.get("toolName") or call.get("uri") or kind)
        arguments = call.get("arguments", call)
        written = str(call.get("diff") or call.get("content") or "") if name in _WRITERS else ""
        self._act(command_line(name, _target(arguments)), name, _edits(call, written))
        if name.startswith(("list", "search")):
            self._result(str(call.get("content") or ""))

    def _act(self, command: str, tool: str, edits: Sequence[Edit] = ()) -> None:
        self._calls += 1
        self._recorder.act("", command, str(self._calls), tool=tool, edits=edits)

    def _result(self, output: str, *, exit_code: int | None = None, failed: bool | None = None) -> None:
        """What the last call gave: one is made after the other, and some are not answered."""
        call_id = str(self._calls) if self._recorder.awaits_result else "program"
        self._recorder.result(output, call_id, exit_code=exit_code, failed=failed)

    def _sent(self, call: Any) -> None:
        """The request to the model: it names the folder, and holds what tools gave back that the editor shows not."""
        request = call.get("request") if isinstance(call, dict) else None
        if not isinstance(request, str):
            return
        if folder := FOLDER.search(request):
            self._recorder.about(folder[1])
        self.give_output(request.partition(ADDED)[0].strip() if TOOL_ANSWER.match(request) else "")


def _target(arguments: Any) -> Any:
    """The arguments without what is written: the command names the place."""
    arguments = decoded(arguments)
    if not isinstance(arguments, dict):
        return arguments
    return {name: value for name, value in arguments.items() if name not in ("content", "diff", "tool")}


def _edits(call: dict[str, Any], written: str) -> list[Edit]:
    path = str(call.get("path") or "")
    whole = [Edit(path, "", written)] if written and path and call.get("tool") == "newFileCreated" else []
    return replacements(path, written) or whole


def _shown(text: str) -> str:
    """What the agent asks or answers; its form has the options beside it."""
    shown = decoded(text)
    return str(shown.get("question") or shown.get("response") or "") if isinstance(shown, dict) else text
