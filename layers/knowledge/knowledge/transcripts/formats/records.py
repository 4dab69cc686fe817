"""Conversations in JSON of no known form: lists whose elements name, in one field, the user and the agent."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from knowledge.transcripts.formats import chat
from knowledge.transcripts.json_texts import Path, decoded, says, strings, texts
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.speakers import speaker_named

NAME = "records"
_KINDS = 12  # different values of a field that says who speaks, at most
_NAME = 40  # characters of one of them
_NESTED = 3  # objects that lead to it: `message.author.role`

Conversation = tuple[Path, list[dict[str, Any]]]


def recognises(log: Log) -> bool:
    """Whether elements of a list name both the user and the agent, by the usual names."""
    return any(_conversations(log))


def read(log: Log, recorder: Recorder) -> None:
    """Records what each element says under its speaker; its other texts are nobody's."""
    index = 0
    for field, elements in _conversations(log):
        main = _main(field, elements)
        for element in elements:
            recorder.place(index)
            _element(element, field, main, recorder)
            index += 1


def _conversations(log: Log) -> Iterator[Conversation]:
    """The outermost lists that are one, with the field that says who speaks, in the order of the log."""
    stack: list[Any] = [log.items if log.document is None else log.document]
    while stack:
        value = decoded(stack.pop())
        inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        elements = [element for element in inner if isinstance(element, dict)]
        field = _speaker_field(elements)
        if field:
            yield field, elements
        else:
            stack.extend(reversed(inner))


def _speaker_field(elements: list[dict[str, Any]]) -> Path | None:
    """The field that most elements have, of few values, among which are a user's and an agent's names."""
    values: dict[Path, Counter[str]] = {}
    for element in elements:
        for path, value in _scalars(element):
            values.setdefault(path, Counter())[value] += 1
    for path, counted in values.items():
        speakers = {speaker_named(value) for value in counted}
        if len(counted) <= _KINDS and 2 * counted.total() >= len(elements) and {"user", "agent"} <= speakers:
            return path
    return None


def _scalars(element: dict[str, Any], path: Path = ()) -> Iterator[tuple[Path, str]]:
    for name, value in element.items():
        if isinstance(value, str) and len(value) <= _NAME:
            yield (*path, name), value
        elif isinstance(value, dict) and len(path) + 1 < _NESTED:
            yield from _scalars(value, (*path, name))


def _main(field: Path, elements: list[dict[str, Any]]) -> Path:
    """Where elements have what was said: the texts that most have, of several the longer."""
    lengths: Counter[Path] = Counter()
    holders: Counter[Path] = Counter()
    for element in elements:
        if _speaker(element, field) in ("user", "agent"):
            stated = [(path, len(text)) for path, text in strings(element) if says(text)]
            holders.update({path for path, _ in stated})
            lengths.update(dict(stated))
    return max(lengths, key=lambda path: (holders[path], lengths[path]), default=())


def _element(element: dict[str, Any], field: Path, main: Path, recorder: Recorder) -> None:
    speaker = _speaker(element, field)
    spoken = "\n\n".join(text for path, text in strings(element) if path == main)
    if speaker is None or speaker == "tool":
        if spoken:
            recorder.result(spoken)
    else:
        chat.record_saying(spoken, speaker, recorder)
    for value in _beside(element, main):
        if any(text not in spoken for text in texts(value)):
            recorder.result(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _beside(value: Any, path: Path) -> Iterator[Any]:
    """The values that stand beside what the path leads to, each whole."""
    value = decoded(value)
    if path and isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else (("[]", one) for one in value):
            yield from _beside(inner, path[1:]) if str(name) == path[0] else [inner]
    elif path:
        yield value


def _speaker(element: dict[str, Any], field: Path) -> Speaker | None:
    value: Any = element
    for name in field:
        value = value.get(name) if isinstance(value, dict) else None
    return speaker_named(value) if isinstance(value, str) else None
