"""Chat messages in OpenAI's and Anthropic's form and their like, with tool calls, or with commands in fences."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from knowledge.transcripts import exchanges, pasted_sessions
from knowledge.transcripts.background import session_asked, session_left
from knowledge.transcripts.content import text_of
from knowledge.transcripts.content_blocks import anthropic_blocks, is_text
from knowledge.transcripts.injected import given_files, own_words, sums_up
from knowledge.transcripts.log import Log, dicts
from knowledge.transcripts.models import Speaker, Todo
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.speakers import speaker_named
from knowledge.transcripts.tool_calls import (
    PROGRESS,
    asked,
    by_itself,
    command_line,
    decoded,
    edits,
    exit_code,
    handed_in,
    todos,
    working_folder,
)

NAME = "chat"
SPEAKERS: dict[str, Speaker] = {
    "system": "system", "developer": "system", "user": "user", "human": "user", "assistant": "agent",
    "ai": "agent", "model": "agent", "tool": "tool", "function": "tool", "toolresult": "tool",
}  # fmt: skip
# Also under the name that mini-swe-agent gives a shell.
FENCE = re.compile(r"^```(?:bash|sh|shell|console|mswea_bash_command)[ \t]*\n(.*?)^```", re.M | re.S)
# An agent that writes commands in fences is answered under the user's role: `<returncode>`, `OBSERVATION:`.
OBSERVED = re.compile(
    r"^\s*[<\[(#*]{0,4}\s?(?:[A-Za-z]{1,20}[ _-]){0,3}"
    r"(?:returncode|exit[ _]?code|observation|output|results?|stdout|stderr|traceback)\b[^\n:>\])*=]{0,30}[:>\])*=\n]",
    re.I,
)
# Of an agent whose calls are text: `Observation: …`, `**Tool result 2:** …`. An environment may be a person's word.
_LABEL = re.compile(
    r"[\s*_#\[]{0,8}(?!environment|function\b|tool\s*:)([A-Za-z][A-Za-z0-9 #*_]{0,30})\]?:[*_]{0,3}\s*", re.I
)
_CALLS = ("tool_use", "toolCall", "tool_call")
# Of SWE-agent's and its kin's templates around an output
_TAGS = re.compile(r"</?(?:output|output_head|output_tail|observation|warning|exception)>[ \t]*\n?")
# Ten digits at most, so that any is an integer: no log is to break its reader.
_RETURNCODE = re.compile(r"^\s*<returncode>\s*(-?\d{1,10})\s*</returncode>")
_THOUGHT = re.compile(r"^\s*THOUGHT:\s*")


def recognises(log: Log) -> bool:
    """Whether the log is a list of messages, or has one in `messages`."""
    return any(_speaker(message) for message in messages(log))


def read(log: Log, recorder: Recorder) -> None:
    """Records every message; whatever is not one is passed over, but for the folder that a session's head names."""
    recorder.work_in(next((item["cwd"] for item in log.items if "cwd" in item), None))
    read_messages(messages(log), recorder)


def messages(log: Log) -> list[dict[str, Any]]:
    """The messages of a log, wherever they are: in a list, in calls of an API with their answers, or each in an
    envelope with its time, as Pi writes them."""
    calls = exchanges.conversation(log.items)
    return list(map(_unwrapped, calls or log.records("conversation") or log.items))


def _unwrapped(row: dict[str, Any]) -> dict[str, Any]:
    inner = row.get("message")
    if isinstance(inner, dict) and _speaker(inner) and not _speaker(row):
        return {**inner, "timestamp": row.get("timestamp") or inner.get("timestamp")}
    return row


def read_messages(sent: Sequence[dict[str, Any]], recorder: Recorder) -> None:
    """Records messages, those of an agent that writes commands in fences with what they gave back."""
    fenced = commands_in_fences(sent)
    for index, message in enumerate(sent):
        recorder.place(index, message.get("timestamp") or message.get("created_at"), message.get("name"))
        speaker = _speaker(message)
        if speaker is None:
            recorder.pass_over(message.get("role") or message.get("type") or "item")
        elif fenced and speaker in ("agent", "user"):
            read_fenced(message, recorder)
        else:
            _message(speaker, message, recorder)


def commands_in_fences(sent: Sequence[dict[str, Any]]) -> bool:
    """Whether what stands under the user's role answers commands that the agent wrote in fences."""
    return any(
        _speaker(message) == "agent"
        and not message.get("tool_calls")
        and _speaker(answer) == "user"
        and OBSERVED.match(text := text_of(answer.get("content")))
        and (FENCE.search(text_of(message.get("content"))) or _RETURNCODE.match(text))
        for message, answer in pairwise(sent)
    )


def read_fenced(message: dict[str, Any], recorder: Recorder) -> None:
    """One message of such an agent: what the harness asks is the task, its further words are no user's."""
    text = text_of(message.get("content"))
    if _speaker(message) == "agent":
        commands = FENCE.findall(text)
        prose = FENCE.sub("", _THOUGHT.sub("", text, count=1))
        if commands:
            recorder.act(prose, commands[-1], tool="bash")
        else:
            recorder.say("agent", prose)
    elif not any(turn.speaker == "agent" for turn in recorder.turns):
        recorder.say("task", text)
    elif OBSERVED.match(text):
        observed(text, recorder)
    else:
        recorder.say("system", text)


def observed(text: str, recorder: Recorder, call_id: str | None = None, failed: bool | None = None) -> None:
    """Records what a command gave back, as a harness writes it."""
    code = _RETURNCODE.match(text)
    output = _TAGS.sub("", _RETURNCODE.sub("", text, count=1)).strip("\n")
    recorder.result(output, call_id, exit_code=int(code[1]) if code else exit_code(output), failed=failed)


def blocks(speaker: Speaker, content: Any, recorder: Recorder) -> None:
    """Records content blocks in Anthropic's form and its like: text, thinking, tool_use (toolCall) and tool_result.

    What a user's message holds beside text of its writer's is a tool's.
    """
    spoken: list[str] = []
    given_blocks = content if isinstance(content, list) else [content]
    for block in (one for given in given_blocks for one in anthropic_blocks(given)):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in ("thinking", "reasoning", "redacted_thinking"):
            recorder.say(speaker, text_of(block.get("thinking") or block.get("text") or ""), thought=True)
        elif kind in ("tool_use", "server_tool_use", "toolCall"):
            given = block.get("input", block.get("arguments"))
            call(str(block.get("name", "")), given, str(block.get("id")), recorder, "\n\n".join(spoken))
            spoken = []
        elif kind in ("tool_result", "web_search_tool_result"):
            result(text_of(block.get("content")), recorder, str(block.get("tool_use_id")), block.get("is_error"))
        elif kind in ("image", "document", "file", "image_url", "input_image", "step-start"):
            continue
        elif speaker == "user" and isinstance(content, list) and not is_text(block):
            result(text_of(block), recorder)
        else:
            spoken.append(text_of(block))
    record_saying("\n\n".join(spoken), speaker, recorder)


def record_saying(text: str, speaker: Speaker, recorder: Recorder) -> None:
    """Records what somebody said, a user only what is the user's own; the agent's summary is the agent's, and its
    turns in a session that the user copied."""
    if speaker != "user" or sums_up(text):
        recorder.say("agent" if speaker == "user" else speaker, text)
        return
    label = _LABEL.match(text) if any(turn.speaker == "agent" for turn in recorder.turns) else None
    if label and speaker_named(label[1]) == "tool":
        result(text[label.end() :], recorder)
        return
    record_files(text, recorder)
    for who, words in pasted_sessions.parted(own_words(text)):
        recorder.say(who, words)


def record_files(text: str, recorder: Recorder) -> None:
    """Records the files that a program gave the agent in a user's message, once though they come with each."""
    for name, content in given_files(text):
        recorder.say_once("system", f"Contents of {name}:\n\n{content}")


def call(name: str, arguments: Any, call_id: str | None, recorder: Recorder, text: str = "") -> None:
    """Records a tool call, what it asks the person, and a list of things to do beside it as a call of its own."""
    text = "\n\n".join(filter(None, [text, asked(arguments)]))
    name, arguments = by_itself(name, arguments)
    line, changes, planned = command_line(name, arguments), edits(name, arguments), todos(arguments)
    recorder.exit_status = handed_in(name, arguments)  # what follows a call did not end with it
    is_beside = isinstance(arguments, dict) and PROGRESS in arguments and name != PROGRESS
    if (folder := working_folder(arguments)) is not None:
        line = recorder.typed_at_home(line, folder)
    recorder.act(
        text,
        line,
        call_id,
        tool=name,
        edits=changes,
        todos=() if is_beside else planned,
        session=session_asked(decoded(arguments)),
    )
    if is_beside:
        plan(planned, recorder)


def plan(planned: Sequence[Todo], recorder: Recorder) -> None:
    """Records the list of things to do that the agent states along with something else; nothing where it is empty."""
    if planned:
        recorder.act("", PROGRESS, PROGRESS, tool=PROGRESS, todos=planned)
        recorder.result("", PROGRESS)


def result(output: str, recorder: Recorder, call_id: str | None = None, failed: Any = None) -> None:
    """Records a tool's answer, and the exit code where its first or last line names one."""
    failure = True if failed is True else None
    if _RETURNCODE.match(output):
        observed(output, recorder, call_id, failure)
    else:
        recorder.result(output, call_id, exit_code=exit_code(output), failed=failure, session=session_left(output))


def _speaker(message: dict[str, Any]) -> Speaker | None:
    return SPEAKERS.get(str(message.get("role")).lower())


def _message(speaker: Speaker, message: dict[str, Any], recorder: Recorder) -> None:
    if speaker == "tool":
        call_id = message.get("tool_call_id") or message.get("toolCallId")
        result(text_of(message.get("content")), recorder, str(call_id) if call_id else None, message.get("isError"))
        return
    if isinstance(thought := message.get("reasoning_content") or message.get("reasoning"), str):
        recorder.say(speaker, thought, thought=True)
    calls = dicts(message.get("tool_calls")) or [{"function": one} for one in dicts([message.get("function_call")])]
    if not calls:
        blocks(speaker, dicts(message.get("parts")) or message.get("content", message.get("text")), recorder)
        return
    text = text_of(_without_calls(message.get("content", message.get("text"))))
    for one in calls:
        inner = one.get("function")
        function = inner if isinstance(inner, dict) else one
        identity = one.get("id")
        call(
            str(function.get("name", "")),
            function.get("arguments", function.get("args")),
            str(identity) if identity else None,
            recorder,
            text,
        )
        text = ""


def _without_calls(content: Any) -> Any:
    """What is said beside the calls, which some logs state a second time as blocks of the content."""
    if not isinstance(content, list):
        return content
    return [block for block in content if not (isinstance(block, dict) and block.get("type") in _CALLS)]
