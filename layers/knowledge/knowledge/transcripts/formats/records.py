"""Conversations in JSON of no known form: lists whose elements name, in one field, the user and the agent."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from knowledge.transcripts.formats import chat
from knowledge.transcripts.json_texts import Path, decoded, says, strings
from knowledge.transcripts.log import Log
from knowledge.transcripts.models import Speaker
from knowledge.transcripts.pieces import pieces
from knowledge.transcripts.recorder import Recorder
from knowledge.transcripts.speakers import speaker_named

NAME = "records"
_KINDS = 12  # different values of a field that says who speaks, at most
_NAME = 40  # characters of one of them
_NESTED = 3  # objects that lead to it: `message.author.role`
_WEIGHT = 300  # characters by which a text counts: what all have comes before what one has at length

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
    """Where elements have what was said: the texts that nearly all have, the longer before the shorter."""
    weights: Counter[Path] = Counter()
    for element in elements:
        if _speaker(element, field) in ("user", "agent"):
            for path, text in strings(element):
                weights[path] += min(len(text), _WEIGHT) if says(text) else 0
    return max(weights, key=weights.__getitem__, default=())


def _element(element: dict[str, Any], field: Path, main: Path, recorder: Recorder) -> None:
    speaker = _speaker(element, field)
    stated = [(path, text) for path, text in strings(element) if path != field]
    said = "\n\n".join(text for path, text in stated if path == main)
    if speaker in ("tool", None):
        _nobodys(said, recorder)
    else:
        chat.said(said, speaker, recorder)
    for text in dict.fromkeys(text for path, text in stated if path != main and says(text) and text not in said):
        _nobodys(text, recorder)


def _nobodys(text: str, recorder: Recorder) -> None:
    for piece in pieces(text):
        recorder.result(piece)


def _speaker(element: dict[str, Any], field: Path) -> Speaker | None:
    value: Any = element
    for name in field:
        value = value.get(name) if isinstance(value, dict) else None
    return speaker_named(value) if isinstance(value, str) else None
