"""What Cline and Roo Code send to the model in the user's name: what a tool answered, and the person's words."""

import re

from knowledge.transcripts.formats import chat
from knowledge.transcripts.injected import ASKED, TOOL_ANSWER, own_words
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import exit_code

FAILED, HEAD = "The tool execution failed", 400  # how an answer begins that tells of a failure
ADDED, _ADDED_END = "<environment_details>", "</environment_details>"
FOLDER = re.compile(r"# Current (?:Working|Workspace) Directory \(([^()\n]{1,300})\)")
# The call that an answer names; it may have several lines.
_ANSWERED = re.compile(r"\s*\[(\w{1,40})(?: for '(.{0,2000}?)')?\] Result:[ \t]*\n?", re.S)
# What is said above a command's output, and where the editor could not read that.
_EXECUTED = re.compile(r"Command executed\.\n(?:Output:\n)?(?:The command's output could not be captured[^\n]*\n?)?")
# The second call of an answer, where one is allowed; it may have several lines, too.
_NOT_RUN = re.compile(r"\s*Tool \[\w{1,40}[^\n]{0,2000}\] was not executed because\b")
_DENIED = re.compile(r"\s*The user denied this operation\.")
_FEEDBACK, _FEEDBACK_END = "The user provided the following feedback:", "</feedback>"
# What is added about the list of things to do, indented or not: `# TODO LIST RECOMMENDED`
_LIST_WANTED = re.compile(r"^[ \t]{0,20}# (?:todo list|task_progress)\b", re.M | re.I)


def is_sent(text: str) -> bool:
    """Whether a message in the user's name is the program's, as far as it does not quote the person."""
    return bool(TOOL_ANSWER.match(text)) or ADDED in text


def begins(text: str) -> bool:
    """Whether a block of such a message is none that goes on with the block before."""
    return bool(TOOL_ANSWER.match(text) or _NOT_RUN.match(text)) or text.lstrip().startswith(_FEEDBACK)


def is_programs(text: str) -> bool:
    """Whether a block under the user's role is the program's, whoever writes about it elsewhere."""
    return begins(text) or text.lstrip().startswith(ADDED) or text.rstrip().endswith(_ADDED_END)


def answers_call(text: str) -> bool:
    """Whether it tells what came of a call: what a tool answered, or that it was not run."""
    answer = _behind_feedback(text)
    return bool(_NOT_RUN.match(answer) or (_ANSWERED.match(answer) and not ASKED.match(answer)))


def record(text: str, recorder: Recorder, call_id: str | None = None) -> None:
    """Records what a tool answered, of the call of that id or of the first that waits, and what the person said; of
    the rest the project's folder."""
    if folder := FOLDER.search(text):
        recorder.about(folder[1])
    answer = _behind_feedback(text)
    if _NOT_RUN.match(answer):
        recorder.result(_without_added(answer), call_id, failed=True)
        return
    if (call := _ANSWERED.match(answer)) and not ASKED.match(answer):
        if call_id is None and not recorder.expects_result:
            given = "command" if "command" in call[1] else "path"
            chat.call(call[1], {given: call[2]} if call[2] else {}, None, recorder)
        _result(_without_added(answer[call.end() :]), recorder, call_id)
    recorder.say("user", own_words(text))


def _behind_feedback(text: str) -> str:
    return text.partition(_FEEDBACK_END)[2] if text.lstrip().startswith(_FEEDBACK) else text


def _result(output: str, recorder: Recorder, call_id: str | None) -> None:
    head = output[:HEAD]
    failed = True if FAILED in head else None
    output = _EXECUTED.sub("", output, count=1) if _EXECUTED.match(output) else output
    stopped = bool(_DENIED.match(head))
    recorder.result(output.lstrip("\n"), call_id, exit_code=exit_code(head), failed=failed, stopped=stopped)


def _without_added(text: str) -> str:
    """The answer without what the program adds behind it: what the editor shows, and how to keep the list."""
    text = text.rstrip()
    if text.endswith(_ADDED_END):
        text = text[: text.rfind(ADDED)]
    wanted = max((heading.start() for heading in _LIST_WANTED.finditer(text)), default=len(text))
    return (text[:wanted] if "task_progress parameter" in text[wanted:] else text).strip("\n")
