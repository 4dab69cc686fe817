"""mini-swe-agent: messages in which the agent writes one command in a fence, and the harness answers as the user."""

import re
from typing import Any

from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat, swe_agent
from knowledge.transcripts.log import Log
from knowledge.transcripts.recorder import Recorder

NAME = "mini-swe-agent"
# The last message: the patch, behind the word that ends the run
_SUBMITTED = re.compile(r"^\s*(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\s*)?(diff --git .*)", re.S)
# What a person typed on refusing a command, on interrupting the agent, or as a further task; with or without words.
_STOPPED = re.compile(
    r"\s*(?:Command not executed\. The user rejected your command(?: with the following message:)?"
    r"|Interrupted by user:(?: Temporary interruption caught\.)?|(?P<asks>The user added a new task:))"
)
# `… <command>make</command> timed out`, `<exception>… Command '['docker', …]' timed out after 60 seconds</exception>`
_TIMED_OUT = re.compile(
    r"\s*(?:The last command\b(?=.*</command> timed out)"
    r"|<exception>.*? timed out(?P<after> after [\d.]{1,9} \w+)</exception>)",
    re.S,
)


def recognises(log: Log) -> bool:
    """Whether the log says so, or its messages answer the commands of fences."""
    if str(log.field("trajectory_format")).startswith("mini-swe-agent"):
        return True
    info = log.field("info")
    return isinstance(info, dict) and "exit_status" in info and bool(log.records("messages"))


def read(log: Log, recorder: Recorder) -> None:
    """Records the messages: the first under the user's role is the task, the others are results or the harness'."""
    for index, message in enumerate(log.records("messages")):
        recorder.place(index, message.get("timestamp"))
        _message(message, recorder)
    swe_agent.how_it_ended(log.field("info"), recorder)
    _about(log.field("info"), recorder)


def _message(message: dict[str, Any], recorder: Recorder) -> None:
    role, text = message.get("role"), text_of(message.get("content") or "")
    if role == "system":
        recorder.say("system", text)
    elif role == "exit" or ((submitted := _SUBMITTED.match(text)) and role == "user"):
        recorder.patch = submitted[1] if role == "user" and submitted else text
    elif role in ("user", "tool") and (ended := _TIMED_OUT.match(text)):
        printed = text.partition("<output>")[2].rpartition("</output>")[0]
        ending = f"The command timed out{ended['after'] or ''}."
        chat.observed(f"{ending}\n{printed.strip()}", recorder, message.get("tool_call_id"))
    elif role == "tool" or message.get("tool_calls"):
        chat.read_messages([message], recorder)
    elif role == "user" and (stopped := _STOPPED.match(text)):
        if not stopped["asks"]:
            recorder.result("", stopped=True)
        recorder.say("user", text[stopped.end() :])
    elif role in ("user", "assistant"):
        chat.read_fenced(message, recorder)
    else:
        recorder.pass_over(role)


def _about(info: Any, recorder: Recorder) -> None:
    """The image that the run was made in names the repository: `…/sweb.eval.x86_64.sympy_1776_sympy-12489`."""
    config = info.get("config") if isinstance(info, dict) else None
    environment = config.get("environment") if isinstance(config, dict) else None
    image = str(environment.get("image") or "") if isinstance(environment, dict) else ""
    if named := re.search(r"(?:__|_1776_)([\w.-]{1,60}?)-\d{1,7}\b", image):
        recorder.about(named[1])
