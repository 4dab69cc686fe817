"""OpenHands' event streams: an action by the agent, then an observation whose `cause` is the action's id."""

from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import command_line, edits, todos

NAME = "openhands"
_SPEAKERS: dict[str, Speaker] = {"user": "user", "agent": "agent"}
_SPOKEN = ("message", "finish", "think", "reject")
_IGNORED = ("change_agent_state", "null", "recall", "condensation", "agent_state_changed", "think")
_BROKEN_OFF = "ConversationErrorEvent"  # of the SDK: behind it nothing is done any more
_ERROR = ("ERROR:", "[An error occurred")


def recognises(log: Log) -> bool:
    """Whether the log holds events with an action or an observation of OpenHands'."""
    return any(_is_event(event) for event in events(log))


def read(log: Log, recorder: Recorder) -> None:
    """Records messages, actions and what was observed; changes of the agent's own state are passed over."""
    _frame(log, recorder)
    # An evaluation sets the work by a template; in the application a person does.
    asking: Speaker = "task" if isinstance(log.field("instance"), dict) or log.field("instance_id") else "user"
    stream = events(log)
    for index, event in enumerate(stream):
        recorder.place(index, event.get("timestamp"))
        _event(event, asking, recorder)
    if isinstance(error := log.field("error"), str):
        recorder.exit_status = " ".join(error.lower().split())
    if stream and stream[-1].get("kind") == _BROKEN_OFF:
        recorder.exit_status = f"error: {stream[-1].get('code', 'unknown')}".lower()


def events(log: Log) -> list[dict[str, Any]]:
    """The events; older evaluations kept pairs of an action and its observation."""
    entries = log.field("history") or log.field("events") or log.document
    if isinstance(entries, list) and any(isinstance(pair, list) for pair in entries[:1]):
        entries = [event for pair in entries if isinstance(pair, list) for event in pair]
    return dicts(entries) or log.items


def _is_event(event: dict[str, Any]) -> bool:
    if "source" in event and ("action" in event or "observation" in event):
        return True
    return isinstance(event.get("args"), dict) and isinstance(event.get("action"), str) and "message" in event


def _frame(log: Log, recorder: Recorder) -> None:
    """What an evaluation says around the events: the repository and the patch."""
    instance, tested = log.field("instance"), log.field("test_result")
    if isinstance(instance, dict):
        owned = str(instance.get("instance_id") or "").partition("__")[2].rpartition("-")[0]
        recorder.about(owned or instance.get("repo"))
    patch = tested.get("git_patch") if isinstance(tested, dict) else log.field("git_patch")
    recorder.patch = patch if isinstance(patch, str) else ""


def _event(event: dict[str, Any], asking: Speaker, recorder: Recorder) -> None:
    action, observation = event.get("action"), event.get("observation")
    if isinstance(action, str):
        if action not in _IGNORED or action == "think":
            _act(event, action, asking, recorder)
    elif isinstance(action, dict):
        _sdk_action(event, action, recorder)
    elif isinstance(observation, dict):
        recorder.result(text_of(observation), str(event.get("tool_call_id")), exit_code=_code(observation))
    elif observation is not None:
        if observation not in _IGNORED:
            _observe(event, observation, recorder)
    elif isinstance(event.get("llm_message"), dict):
        speaker = _SPEAKERS.get(str(event.get("source")), "system")
        chat.record_saying(
            text_of(event["llm_message"].get("content")), asking if speaker == "user" else speaker, recorder
        )
    else:
        recorder.pass_over(event.get("kind") or "event")


def _act(event: dict[str, Any], action: str, asking: Speaker, recorder: Recorder) -> None:
    arguments = event["args"] if isinstance(event.get("args"), dict) else {}
    thought = text_of(arguments.get("final_thought") or arguments.get("thought") or "")
    by_user = event.get("source") == "user"
    if action == "system" or event.get("source") == "environment":
        recorder.say("system", text_of(arguments.get("content") or ""))
    elif action in _SPOKEN:
        text = thought or text_of(arguments.get("content") or event.get("message") or "")
        if by_user or not (event.get("source") or recorder.turns):
            chat.record_saying(text, asking, recorder)
        else:
            recorder.say("agent", text, thought=action == "think")
    else:
        command = command_line(action, arguments)
        speaker: Speaker = "user" if by_user else "agent"
        changed, planned, identity = edits(action, arguments), todos(arguments), str(event.get("id"))
        recorder.act(thought, command, identity, tool=action, edits=changed, todos=planned, speaker=speaker)


def _observe(event: dict[str, Any], observation: Any, recorder: Recorder) -> None:
    content = text_of(event.get("content") or "")
    failed = observation == "error" or event.get("success") is False or content.startswith(_ERROR)
    cause, code = event.get("cause"), _code(event.get("extras"))
    recorder.result(content, None if cause is None else str(cause), exit_code=code, failed=failed or None)


def _sdk_action(event: dict[str, Any], action: dict[str, Any], recorder: Recorder) -> None:
    name = str(event.get("tool_name") or action.get("kind", ""))
    if name in ("finish", "FinishAction"):
        recorder.say("agent", text_of(action.get("message")))
    elif name in ("think", "ThinkAction"):
        recorder.say("agent", text_of(action.get("thought")), thought=True)
    else:
        chat.call(name, action, str(event.get("tool_call_id")), recorder, text_of(event.get("thought") or ""))


def _code(extras: Any) -> int | None:
    for place in (extras, extras.get("metadata") if isinstance(extras, dict) else None):
        code = place.get("exit_code") if isinstance(place, dict) else None
        if isinstance(code, int) and not isinstance(code, bool):
            return code if code >= 0 else None  # -1: the command had not ended
    return None
