"""Cline's and Roo Code's `api_conversation_history.json`: what the model was sent, under the user's role, and what it
answered, with calls as blocks or written out as elements."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from knowledge.transcripts import cline_messages
from knowledge.transcripts.content import text_of
from knowledge.transcripts.formats import chat
from knowledge.transcripts.injected import typed
from knowledge.transcripts.log import Log
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.tool_calls import todos
from knowledge.transcripts.written_calls import WrittenCall, parts

NAME = "cline-history"
# Calls by which the agent speaks to the person, and the argument that holds its words.
_SAYING = {"attempt_completion": "result", "plan_mode_respond": "response", "ask_followup_question": "question"}


def recognises(log: Log) -> bool:
    """Whether among messages one under the user's role is Cline's: what a tool answered, or what the editor shows."""
    return any(
        cline_messages.is_programs(text)
        for message in chat.messages(log)
        if message.get("role") == "user"
        for text in _texts(message.get("content"))
    )


def read(log: Log, recorder: Recorder) -> None:
    """Records the task, what the person said, and what the agent said and did, with what came of it."""
    reader = _HistoryReader(recorder)
    for index, message in enumerate(chat.messages(log)):
        recorder.place(index, message.get("ts"))
        if message.get("role") == "assistant":
            reader.answered(_blocks(message.get("content")))
        elif message.get("role") == "user":
            reader.sent(_blocks(message.get("content")))
        else:
            recorder.pass_over(message.get("role") or "item")


class _HistoryReader:
    """Message by message: what comes of the calls of one answer stands in the next message, in their order."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._calls = 0
        self._open: deque[str] = deque()
        self._ids: dict[str, str] = {}  # by which a block names the call that it answers
        self._asked: set[str] = set()

    def answered(self, blocks: list[Any]) -> None:
        """The agent spoke, and made calls."""
        self._open.clear()
        for block in blocks:
            if isinstance(block, dict) and block.get("type") == "tool_use":
                self._use(str(block.get("name", "")), block.get("input"), str(block.get("id")))
            elif isinstance(block, dict) and block.get("type") != "text":
                chat.blocks("agent", [block], self._recorder)
            else:
                self._say(text_of(block))

    def sent(self, blocks: list[Any]) -> None:
        """What tools answered, and what the person said."""
        for block in blocks:
            if isinstance(block, dict) and block.get("type") == "tool_result":
                self._result(block)
        for text in _messages(_texts(blocks)):
            is_answer = bool(self._open) and cline_messages.answers_call(text)
            cline_messages.record(text, self._recorder, self._open.popleft() if is_answer else None)

    def _say(self, text: str) -> None:
        for part in parts(text):
            if isinstance(part, WrittenCall):
                self._call(part.name, part.arguments)
            else:
                self._recorder.say("agent", part)

    def _use(self, name: str, given: Any, identity: str) -> None:
        words = given.get(_SAYING[name]) if name in _SAYING and isinstance(given, dict) else None
        if isinstance(words, str):
            self._asked.add(identity)
            chat.plan(todos(given), self._recorder)
            self._recorder.say("agent", words)
        else:
            self._ids[identity] = self._call(name, given)

    def _call(self, name: str, arguments: Any) -> str:
        self._calls += 1
        identity = str(self._calls)
        self._open.append(identity)
        chat.call(name, arguments, identity, self._recorder)
        return identity

    def _result(self, block: dict[str, Any]) -> None:
        text, named = text_of(block.get("content")), str(block.get("tool_use_id"))
        if named in self._asked:
            self._recorder.say("user", typed(text))
            return
        call_id = self._ids.get(named, named)
        if call_id in self._open:
            self._open.remove(call_id)
        chat.result(text, self._recorder, call_id, block.get("is_error"))


def _blocks(content: Any) -> list[Any]:
    return content if isinstance(content, list) else [content]


def _texts(content: Any) -> list[str]:
    """What stands under the user's role in words: no image, and no block that answers a call by its name."""
    blocks = _blocks(content)
    return [text_of(one) for one in blocks if isinstance(one, str) or (isinstance(one, dict) and "text" in one)]


def _messages(texts: list[str]) -> Iterator[str]:
    """What is sent at once, parted where the program begins anew: a call's name and its answer may be two blocks."""
    message: list[str] = []
    for text in texts:
        if message and cline_messages.begins(text):
            yield "\n".join(message)
            message = []
        message.append(text)
    if message:
        yield "\n".join(message)
