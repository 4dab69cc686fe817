"""OpenHands' event streams: an action by the agent, then an observation whose `cause` is the action's id."""

from collections.abc import Sequence
from typing import Any

from knowledge.transcripts.models import Recorder, Role, text_of
from knowledge.transcripts.tool_calls import command_line

_SPEAKERS: dict[str, Role] = {"user": "user", "agent": "assistant"}
_SPOKEN = ("message", "finish", "think", "reject")
_IGNORED = ("change_agent_state", "null", "recall", "condensation", "agent_state_changed")


def recognises(items: Sequence[Any]) -> bool:
    """Whether the list holds events with a source and an action or an observation."""
    return any(
        isinstance(item, dict) and "source" in item and ("action" in item or "observation" in item) for item in items
    )


def read(items: Sequence[Any], recorder: Recorder) -> None:
    """Records messages, actions and what was observed; changes of the agent's own state are passed over."""
    for event in items:
        if not isinstance(event, dict):
            continue
        action, observation = event.get("action"), event.get("observation")
        if isinstance(action, str) and action not in _IGNORED:
            _act(event, action, recorder)
        elif isinstance(action, dict):
            _sdk_action(event, action, recorder)
        elif isinstance(observation, dict):
            recorder.result(text_of(observation), str(event.get("tool_call_id")), _code(observation))
        elif observation is not None and observation not in _IGNORED:
            _observe(event, observation, recorder)
        elif isinstance(event.get("llm_message"), dict):
            recorder.say(
                _SPEAKERS.get(str(event.get("source")), "system"), text_of(event["llm_message"].get("content"))
            )


def _act(event: dict[str, Any], action: str, recorder: Recorder) -> None:
    arguments = event["args"] if isinstance(event.get("args"), dict) else {}
    thought = text_of(arguments.get("final_thought") or arguments.get("thought"))
    if action == "system" or event.get("source") == "environment":
        recorder.say("system", text_of(arguments.get("content")))
    elif action in _SPOKEN:
        said = thought or text_of(arguments.get("content")) or text_of(event.get("message"))
        recorder.say("user" if event.get("source") == "user" else "assistant", said)
    else:
        recorder.act(thought, command_line(action, arguments), str(event.get("id")))


def _observe(event: dict[str, Any], observation: Any, recorder: Recorder) -> None:
    failed = True if observation == "error" or event.get("success") is False else None
    cause = event.get("cause")
    recorder.result(
        text_of(event.get("content")), None if cause is None else str(cause), _code(event.get("extras")), failed
    )


def _sdk_action(event: dict[str, Any], action: dict[str, Any], recorder: Recorder) -> None:
    name = str(event.get("tool_name") or action.get("kind", ""))
    if name in ("finish", "FinishAction"):
        recorder.say("assistant", text_of(action.get("message")))
    else:
        recorder.act(text_of(event.get("thought")), command_line(name, action), str(event.get("tool_call_id")))


def _code(extras: Any) -> int | None:
    for place in (extras, extras.get("metadata") if isinstance(extras, dict) else None):
        code = place.get("exit_code") if isinstance(place, dict) else None
        if isinstance(code, int) and not isinstance(code, bool):
            return code
    return None
