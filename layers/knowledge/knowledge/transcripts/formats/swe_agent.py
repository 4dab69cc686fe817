"""SWE-agent's `.traj`: `history` holds the prompts, `trajectory` the steps, `info` the submitted patch."""

import re
from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import command_line, decoded, edits

NAME = "swe-agent"
_FENCE = re.compile(r"^```\w*\n.*?^```", re.M | re.S)  # the command, which stands in the thought, too
# What the editor, or the shell in its place, answers where the file stayed as it was.
_NOT_APPLIED = re.compile(
    r"Your proposed edit has introduced new syntax error|Text not found\.|Usage: |No replacement was performed"
    r"|.{0,80}: (?:command not found|No such file or directory)"
)


def recognises(log: Log) -> bool:
    """Whether the object is a trajectory."""
    steps = log.records("trajectory") or log.records("history")
    return any("action" in step or "observation" in step or "message_type" in step for step in steps)


def read(log: Log, recorder: Recorder) -> None:
    """Records the prompts, then the steps; demonstrations are not part of the run."""
    history = [entry for entry in log.records("history") if not entry.get("is_demo")]
    steps = log.records("trajectory")
    for index, entry in enumerate(history):
        if steps and entry.get("role") == "assistant":
            break
        recorder.place(index)
        _entry(entry, recorder)
    for index, step in enumerate(steps):
        recorder.place(index)
        _step(step, recorder)
    how_it_ended(log.field("info"), recorder)


def how_it_ended(info: Any, recorder: Recorder) -> None:
    """Takes the exit status and the patch from `info`, which mini-swe-agent has, too."""
    info = info if isinstance(info, dict) else {}
    status, patch = info.get("exit_status"), info.get("submission")
    if isinstance(status, str):
        recorder.exit_status = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", status).split()).lower()
    if isinstance(patch, str):
        recorder.patch = patch


def _step(step: dict[str, Any], recorder: Recorder) -> None:
    action = text_of(step.get("action") or "")
    thought = text_of(step.get("thought") or step.get("response") or "")
    state = decoded(step.get("state"))
    if isinstance(state, dict):
        recorder.about(_repository(str(state.get("working_dir") or "")))
    recorder.act(_FENCE.sub("", thought) if action else thought, action, tool="bash", edits=_edits(step, action))
    output = text_of(step.get("observation") or "")
    recorder.result(output, failed=True if _NOT_APPLIED.match(output) else None)


def _repository(folder: str) -> str:
    """`/sympy__sympy/sympy/core` → `sympy`: the organisation, two underscores, the repository."""
    root = folder.strip("/").split("/")[0]
    return root.split("__")[-1] if "__" in root else ""


def _edits(step: dict[str, Any], action: str) -> list[Any]:
    calls = [call.get("function") for call in dicts(step.get("tool_calls"))]
    return [edit for call in dicts(calls) for edit in edits(str(call.get("name")), call.get("arguments"))]


def _entry(entry: dict[str, Any], recorder: Recorder) -> None:
    role, text = entry.get("role"), text_of(entry.get("content") or "")
    if role == "assistant":
        recorder.act(text_of(entry.get("thought")) or text, _action(entry), tool="bash")
    elif role == "tool" or (role == "user" and any(turn.speaker == "agent" for turn in recorder.turns)):
        chat.result(text, recorder)
    elif role == "system":
        recorder.say("system", text)
    else:
        recorder.say("task", text)


def _action(entry: dict[str, Any]) -> str:
    if isinstance(entry.get("action"), str):
        return str(entry["action"])
    functions = [call.get("function") for call in dicts(entry.get("tool_calls"))]
    return "\n".join(command_line(str(f.get("name", "")), f.get("arguments")) for f in dicts(functions))
