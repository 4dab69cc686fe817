"""SWE-agent's `.traj`: `history` holds the prompts, `trajectory` the steps, `info` the submitted patch."""

from typing import Any

from knowledge.transcripts.models import Recorder, text_of
from knowledge.transcripts.tool_calls import command_line


def recognises(log: dict[Any, Any]) -> bool:
    """Whether the object is a trajectory."""
    return any(isinstance(log.get(key), list) for key in ("trajectory", "history"))


def read(log: dict[Any, Any], recorder: Recorder) -> None:
    """Records the prompts, then the steps; demonstrations are not part of the run."""
    history = [entry for entry in _dicts(log.get("history")) if not entry.get("is_demo")]
    steps = _dicts(log.get("trajectory"))
    for entry in history:
        if steps and entry.get("role") == "assistant":
            break
        _entry(entry, recorder)
    for step in steps:
        recorder.act(text_of(step.get("thought") or step.get("response")), text_of(step.get("action")))
        recorder.result(text_of(step.get("observation")))
    info = log.get("info")
    if isinstance(info, dict) and isinstance(info.get("submission"), str):
        recorder.act("", "submit")
        recorder.result(info["submission"])


def _dicts(value: Any) -> list[dict[Any, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _entry(entry: dict[Any, Any], recorder: Recorder) -> None:
    role, text = entry.get("role"), text_of(entry.get("content"))
    if role == "assistant":
        recorder.act(text_of(entry.get("thought")) or text, _action(entry))
    elif role == "tool" or (entry.get("message_type") == "observation" and recorder.turns[1:]):
        recorder.result(text)
    elif role in ("system", "user"):
        recorder.say("system" if role == "system" else "user", text)


def _action(entry: dict[Any, Any]) -> str:
    if isinstance(entry.get("action"), str):
        return str(entry["action"])
    functions = [call.get("function") for call in _dicts(entry.get("tool_calls"))]
    return "\n".join(command_line(str(f.get("name", "")), f.get("arguments")) for f in _dicts(functions))
